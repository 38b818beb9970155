"""A passkey in software: what a browser and its authenticator would answer."""

import hashlib
import json
import secrets
from base64 import urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, ATTESTED = 1, 4, 64


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


class Passkey:
    """A key pair bound to a host."""

    def __init__(self, origin: str, host: str) -> None:
        self.origin = origin
        self._host = hashlib.sha256(host.encode()).digest()
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._id = secrets.token_bytes(16)
        self._uses = 0

    def register(self, options: dict[str, Any], public: object = None) -> dict[str, Any]:
        numbers = self._key.public_key().public_numbers()
        point = {-2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        key = cbor2.dumps({1: 2, 3: -7, -1: 1, **point} if public is None else public)
        flags = bytes([PRESENT | VERIFIED | ATTESTED])
        told = self._host + flags + bytes(4) + bytes(16) + len(self._id).to_bytes(2, "big")
        attestation = {"fmt": "none", "attStmt": {}, "authData": told + self._id + key}
        return self._answer(
            clientDataJSON=self._client("webauthn.create", options),
            attestationObject=cbor2.dumps(attestation),
        )

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        self._uses += 1
        told = self._host + bytes([PRESENT | VERIFIED]) + self._uses.to_bytes(4, "big")
        client = self._client("webauthn.get", options)
        signed = told + hashlib.sha256(client).digest()
        signature = self._key.sign(signed, ec.ECDSA(hashes.SHA256()))
        return self._answer(clientDataJSON=client, authenticatorData=told, signature=signature)

    def _client(self, kind: str, options: dict[str, Any]) -> bytes:
        told = {"type": kind, "challenge": options["challenge"], "origin": self.origin}
        return json.dumps(told).encode()

    def _answer(self, **response: bytes) -> dict[str, Any]:
        told = {name: text(data) for name, data in response.items()}
        key = text(self._id)
        return {"id": key, "rawId": key, "type": "public-key", "response": told}
