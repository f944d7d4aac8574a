/** Completion, hover, signatures and quick fixes for kernels. */
import * as monaco from "monaco-editor/editor";
import { type Card, cardNamed, cardOf, LANGUAGE, MATH, MEMBERS, signatureOf } from "./catalogue";
import { callAround, commentStart, ownNames, pathAt } from "./names";
import { contextOf } from "./offer";
import { fixesFor } from "./quick-fixes";
import { SNIPPETS } from "./snippets";

type Item = Omit<monaco.languages.CompletionItem, "range">;
const { CompletionItemKind: Kind, CompletionItemInsertTextRule: Rule } = monaco.languages;

export function complete(
  model: monaco.editor.ITextModel,
  position: monaco.Position,
): monaco.languages.CompletionList | null {
  const line = model.getLineContent(position.lineNumber);
  const before = line.slice(0, position.column - 1);
  const comment = commentStart(line);
  if ((comment >= 0 && comment < before.length) || isInText(before)) return null;
  const word = model.getWordUntilPosition(position);
  const range = new monaco.Range(position.lineNumber, word.startColumn, position.lineNumber, position.column);
  const path = /([A-Za-z_][\w.]*|[)\]])\.\w*$/.exec(before)?.[1];
  const items = path === undefined ? plainNames(model, position, before) : after(path);
  // A name that stands there whole needs no list, which would take the arrow keys. Asked anew at each letter, since
  // what follows may be a longer name.
  const isWhole = word.word !== "" && items.some(({ label }) => label === word.word);
  if (isWhole && !contextOf(model).isAsked) return null;
  return { suggestions: items.map((item) => ({ ...item, range })), incomplete: true };
}

/** What may stand after a dot. */
function after(path: string): Item[] {
  if (path === "tl") return LANGUAGE.map((card) => cardItem(card, card.name));
  if (path === "tl.math") return MATH.flatMap((name) => itemOf(cardNamed(name), name));
  if (path === "triton")
    return ["jit", "cdiv", "next_power_of_2"].map((name) => ({
      label: name,
      kind: Kind.Function,
      insertText: name,
    }));
  if (path.startsWith("tl.") || path === "triton.language") return [];
  return MEMBERS.flatMap(({ name, card, call }) => {
    const found = cardNamed(card);
    if (!found) return [];
    const kind = call === "" ? Kind.Field : Kind.Method;
    return [{ ...cardItem(found, name), kind, detail: call || found.group }];
  });
}

function itemOf(card: Card | null, name: string): Item[] {
  return card ? [cardItem(card, name)] : [];
}

function cardItem(card: Card, name: string): Item {
  const kind = card.signature ? Kind.Function : card.group === "Types" ? Kind.Struct : Kind.Field;
  return {
    label: name,
    kind,
    insertText: name,
    detail: card.signature ?? card.group,
    documentation: { value: cardText(card) },
    // What the puzzles need first: the words are in that order.
    sortText: COMMON.has(card.name) ? `0${name}` : `1${name}`,
  };
}

const COMMON = new Set(
  "load store program_id arange zeros full where sum max exp dot maximum cdiv constexpr float32 int32 trans".split(
    " ",
  ),
);
const WORDS =
  "def for in range if else elif return and or not is while break continue pass True False None print float int len min max".split(
    " ",
  );

function plainNames(model: monaco.editor.ITextModel, position: monaco.Position, before: string): Item[] {
  const { given } = contextOf(model);
  const items: Item[] = [];
  const seen = new Set<string>();
  const add = (item: Item & { label: string }) => {
    if (!seen.has(item.label)) items.push(item);
    seen.add(item.label);
  };
  const call = callAround(textBefore(model, position));
  const signature = call && signatureOf(call.path);
  for (const { name, says } of signature?.parameters ?? []) {
    const label = `${name}=`;
    const taken = new RegExp(`\\b${name}\\s*=`).test(before);
    const item = { label, kind: Kind.Property, insertText: label, sortText: `0${name}` };
    if (!taken) add(says ? { ...item, detail: says } : item);
  }
  for (const { name, says } of given) {
    add({ label: name, kind: Kind.Variable, insertText: name, detail: says, sortText: `1${name}` });
  }
  for (const own of ownNames(model.getValue())) {
    if (own.line > position.lineNumber && own.kind === "variable") continue;
    const kind = own.kind === "function" ? Kind.Function : Kind.Variable;
    const detail = own.value ?? own.kind;
    add({ label: own.name, kind, insertText: own.name, detail, sortText: `1${own.name}` });
  }
  add({ label: "tl", kind: Kind.Module, insertText: "tl", detail: "triton.language", sortText: "1tl" });
  for (const word of WORDS) add({ label: word, kind: Kind.Keyword, insertText: word, sortText: `3${word}` });
  if (/^\s*\w*$/.test(before)) {
    for (const { label, says, text } of SNIPPETS) {
      items.push({
        label,
        kind: Kind.Snippet,
        insertText: text,
        insertTextRules: Rule.InsertAsSnippet,
        detail: says,
        sortText: `2${label}`,
      });
    }
  }
  return items;
}

export function hover(
  model: monaco.editor.ITextModel,
  position: monaco.Position,
): monaco.languages.Hover | null {
  const found = pathAt(model.getLineContent(position.lineNumber), position.column);
  if (!found) return null;
  const { given, openCard } = contextOf(model);
  const range = new monaco.Range(position.lineNumber, found.start, position.lineNumber, found.end);
  const card = cardOf(found.path);
  if (card) {
    const link = openCard
      ? `\n\n[What is this?](command:${openCard}?${encodeURIComponent(JSON.stringify([card.name]))} "Open the help card")`
      : "";
    return {
      range,
      contents: [
        { value: fenced(signatureOf(found.path)?.label ?? card.path) },
        { value: cardText(card) + link, isTrusted: openCard ? { enabledCommands: [openCard] } : false },
      ],
    };
  }
  const known = given.find(({ name }) => name === found.path);
  if (known) return { range, contents: [{ value: `**${known.name}**: ${known.says}` }] };
  const own = ownNames(model.getValue()).find(({ name }) => name === found.path);
  if (!own?.value) return null;
  return {
    range,
    contents: [{ value: fenced(`${own.name} = ${own.value}`) }, { value: `From line ${own.line}.` }],
  };
}

export function signature(
  model: monaco.editor.ITextModel,
  position: monaco.Position,
): monaco.languages.SignatureHelpResult | null {
  const call = callAround(textBefore(model, position));
  const known = call && signatureOf(call.path);
  if (!known) return null;
  const named = known.parameters.findIndex(({ name }) => name === call.keyword);
  const active = named >= 0 ? named : Math.min(call.argument, Math.max(known.parameters.length - 1, 0));
  const card = cardOf(call.path);
  return {
    dispose() {},
    value: {
      activeSignature: 0,
      activeParameter: active,
      signatures: [
        {
          label: known.label,
          documentation: { value: card?.says ?? "" },
          parameters: known.parameters.map(({ name, says }) => ({
            label: name,
            ...(says ? { documentation: { value: says } } : {}),
          })),
        },
      ],
    },
  };
}

export function actions(
  model: monaco.editor.ITextModel,
  range: monaco.Range,
): monaco.languages.CodeActionList {
  const lines = model.getLinesContent();
  const here = contextOf(model).markers.filter(
    ({ line }) => line >= range.startLineNumber && line <= range.endLineNumber,
  );
  const fixes = here.flatMap((marker) => fixesFor(marker, lines));
  return {
    dispose() {},
    actions: fixes.map(({ title, line, text }, at) => ({
      title,
      kind: "quickfix",
      isPreferred: at === 0,
      edit: {
        edits: [
          {
            resource: model.uri,
            versionId: model.getVersionId(),
            textEdit: { range: new monaco.Range(line, 1, line, model.getLineMaxColumn(line)), text },
          },
        ],
      },
    })),
  };
}

/** The last lines up to the caret: a call seldom goes on over more. */
function textBefore(model: monaco.editor.ITextModel, position: monaco.Position): string {
  const from = Math.max(1, position.lineNumber - 10);
  return model.getValueInRange(new monaco.Range(from, 1, position.lineNumber, position.column));
}

function isInText(before: string): boolean {
  return /^(?:[^"'#]|"[^"]*"|'[^']*')*["'][^"']*$/.test(before) && !/"""/.test(before);
}

function cardText(card: Card): string {
  const parameters = (card.parameters ?? [])
    .filter(({ says }) => says)
    .map(({ name, says }) => `- \`${name}\`: ${says}`);
  const example = card.example ? fenced(card.example) : "";
  return [card.says, parameters.join("\n"), example].filter(Boolean).join("\n\n");
}

function fenced(code: string): string {
  return `\`\`\`python\n${code}\n\`\`\``;
}
