/** Shapes and grids as arithmetic over sizes and blocks, such as `MID // 8` or `cdiv(N0, B0)`: value and TeX. */

export type Names = Readonly<Record<string, number>>;

/** The integer value, or null where the expression cannot be read or names something unknown. */
export function evaluate(expression: string, names: Names): number | null {
  const tree = parse(expression);
  return tree && value(tree, names);
}

/** TeX for people: subscripts for trailing digits, a ceiling for cdiv, a fraction's floor for //. */
export function toTex(expression: string): string {
  const tree = parse(expression);
  return tree ? tex(tree) : `\\texttt{${expression.replace(/[^\w ()+*/,-]/g, "")}}`;
}

type Node =
  | { kind: "number"; value: number }
  | { kind: "name"; name: string }
  | { kind: "binary"; op: "+" | "-" | "*" | "//" | "cdiv" | "min"; left: Node; right: Node };

function value(node: Node, names: Names): number | null {
  if (node.kind === "number") return node.value;
  if (node.kind === "name") return names[node.name] ?? null;
  const left = value(node.left, names);
  const right = value(node.right, names);
  if (left === null || right === null) return null;
  switch (node.op) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "//":
      return right === 0 ? null : Math.floor(left / right);
    case "cdiv":
      return right === 0 ? null : Math.ceil(left / right);
    case "min":
      return Math.min(left, right);
  }
}

function tex(node: Node): string {
  if (node.kind === "number") return String(node.value);
  if (node.kind === "name") return texName(node.name);
  const [left, right] = [tex(node.left), tex(node.right)];
  if (node.op === "cdiv") return `\\lceil ${left} / ${right} \\rceil`;
  if (node.op === "min") return `\\min(${left}, ${right})`;
  if (node.op === "//") return `\\lfloor ${left} / ${right} \\rfloor`;
  if (node.op === "*") return `${grouped(node.left, left)} \\cdot ${grouped(node.right, right)}`;
  return `${left} ${node.op} ${node.op === "-" ? grouped(node.right, right) : right}`;
}

function grouped(node: Node, text: string): string {
  return node.kind === "binary" && (node.op === "+" || node.op === "-") ? `(${text})` : text;
}

function texName(name: string): string {
  const [, stem = name, digits = ""] = /^(.*?)_?(\d*)$/.exec(name) ?? [];
  const shown = stem.replaceAll("_", "\\_");
  const head = stem.length > 1 ? `\\mathrm{${shown}}` : shown;
  return digits ? `${head}_{${digits}}` : head;
}

/** Recursive descent: sum, then product, then an atom. */
function parse(expression: string): Node | null {
  const tokens = expression.match(/\/\/|[-+*(),]|\d+|[A-Za-z_]\w*|\S/g) ?? [];
  let at = 0;
  const take = (token: string) => tokens[at] === token && ++at > 0;

  function sum(): Node | null {
    let left = product();
    while (left && (tokens[at] === "+" || tokens[at] === "-")) {
      const op = tokens[at++] as "+" | "-";
      const right = product();
      left = right && { kind: "binary", op, left, right };
    }
    return left;
  }

  function product(): Node | null {
    let left = atom();
    while (left && (tokens[at] === "*" || tokens[at] === "//")) {
      const op = tokens[at++] as "*" | "//";
      const right = atom();
      left = right && { kind: "binary", op, left, right };
    }
    return left;
  }

  function atom(): Node | null {
    const token = tokens[at++];
    if (token === undefined) return null;
    if (/^\d+$/.test(token)) return { kind: "number", value: Number(token) };
    if (token === "(") {
      const inner = sum();
      return take(")") ? inner : null;
    }
    if ((token === "cdiv" || token === "min") && take("(")) {
      const left = sum();
      const right = take(",") ? sum() : null;
      return left && right && take(")") ? { kind: "binary", op: token, left, right } : null;
    }
    return /^[A-Za-z_]\w*$/.test(token) ? { kind: "name", name: token } : null;
  }

  const tree = sum();
  return at === tokens.length ? tree : null;
}
