// biome-ignore-all lint/suspicious/noTemplateCurlyInString: places to fill in are written so for Monaco
/** Whole lines that kernels begin with. A place to fill in is written as Monaco's snippets are. */
export interface Snippet {
  label: string;
  says: string;
  text: string;
}

export const SNIPPETS: readonly Snippet[] = [
  {
    label: "offsets",
    says: "This program's offsets along one axis",
    text: "${1:pid} = tl.program_id(${2:0})\n${3:offs} = ${1:pid} * ${4:B0} + tl.arange(0, ${4:B0})\n$0",
  },
  {
    label: "masked load",
    says: "A load that stays inside its tensor",
    text: "${1:mask} = ${2:offs} < ${3:N0}\n${4:x} = tl.load(${5:x_ptr} + ${2:offs}, mask=${1:mask}, other=${6:0.0})\n$0",
  },
  {
    label: "masked store",
    says: "A store that stays inside its tensor",
    text: "tl.store(${1:z_ptr} + ${2:offs}, ${3:z}, mask=${2:offs} < ${4:N0})\n$0",
  },
  {
    label: "2-D offsets",
    says: "Rows and columns of a matrix that is stored row by row",
    text: "${1:rows} = ${2:pid0} * ${3:B0} + tl.arange(0, ${3:B0})\n${4:cols} = ${5:pid1} * ${6:B1} + tl.arange(0, ${6:B1})\n${7:offs} = ${1:rows}[:, None] * ${8:N1} + ${4:cols}[None, :]\n$0",
  },
  {
    label: "accumulate",
    says: "A loop over blocks that adds up",
    text: "${1:acc} = tl.zeros([${2:B0}], dtype=tl.float32)\nfor ${3:start} in range(0, ${4:T}, ${5:B1}):\n    $0",
  },
  {
    label: "print",
    says: "Print a value, with its program",
    text: 'print("${1:x}", ${1:x})$0',
  },
];
