// The page of the calls: lists what the schema tells, and tries it.
"use strict";

const token = document.getElementById("token");
const place = document.getElementById("calls");

function element(name, text, parent) {
  const made = document.createElement(name);
  made.textContent = text;
  parent.append(made);
  return made;
}

function field(parent, name) {
  const label = element("label", `${name} `, parent);
  const input = document.createElement("input");
  label.append(input);
  return input;
}

function show(method, path, call, schemas) {
  const box = element("details", "", place);
  const summary = element("summary", "", box);
  element("b", method.toUpperCase(), summary);
  element("code", path, summary);
  element("span", `  ${call.description ?? ""}`, summary);
  const inputs = (call.parameters ?? []).map((one) => [one, field(box, one.name)]);
  const content = call.requestBody?.content?.["application/json"];
  const body = content ? element("textarea", "{}", box) : null;
  if (content) {
    const name = content.schema.$ref?.split("/").pop();
    element("pre", JSON.stringify(schemas[name], null, 1), box);
  }
  const button = element("button", "▶", box);
  button.ariaLabel = `${method} ${path}`;
  const answer = element("pre", "", box);
  button.onclick = async () => {
    let address = path;
    const query = new URLSearchParams();
    for (const [one, input] of inputs) {
      if (one.in === "path") {
        address = address.replace(`{${one.name}}`, encodeURIComponent(input.value));
      } else if (input.value) {
        query.set(one.name, input.value);
      }
    }
    const headers = token.value ? { Authorization: `Bearer ${token.value}` } : {};
    const asked = { method: method.toUpperCase(), headers, body: body?.value };
    const got = await fetch(query.size ? `${address}?${query}` : address, asked);
    answer.textContent = `${got.status}\n${await got.text()}`;
  };
}

fetch("/api/openapi.json")
  .then((got) => got.json())
  .then((schema) => {
    for (const [path, calls] of Object.entries(schema.paths)) {
      for (const [method, call] of Object.entries(calls)) {
        show(method, path, call, schema.components.schemas);
      }
    }
  });
