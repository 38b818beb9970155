/** Passkeys: what the browser and its authenticator answer to what the server asks. */
import { ask, post, signIn } from './api';
import type { Asked } from './messages';

/** Whether this browser can read and write the messages of WebAuthn as JSON. */
export const hasPasskeys =
  typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

/** Make a passkey for the account. Throws a Refusal, or what the browser throws. */
export async function addPasskey(label: string): Promise<void> {
  const asked = await ask<Asked>('POST', '/api/signin/passkey/new');
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    asked.options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  await ask('POST', '/api/passkeys', { id: asked.id, credential: made.toJSON() as unknown, label });
}

/** Sign in with a passkey of this page. Throws a Refusal, or what the browser throws. */
export async function signInByPasskey(label: string): Promise<void> {
  const asked = await post<Asked>('/api/signin/passkey/options');
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    asked.options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const made = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  await signIn('/api/signin/passkey', { id: asked.id, credential: made.toJSON() as unknown, label });
}
