/** One file of a puzzle, in the editor, with what the check said about it at its line. */
import { useMemo } from "preact/hooks";
import { Editor } from "../../editor/editor";
import type { Marker } from "../../editor/props";
import { type FileName, lineOf } from "../../own/files";
import { useTheme } from "../../theme";

interface Props {
  name: FileName;
  text: string;
  revision: number;
  /** Of this file; null where nothing is wrong with it. */
  problem: string | null;
  onChange(text: string): void;
}

const NO_HUES = new Map();
const nothing = () => {};

export function FileEditor({ name, text, revision, problem, onChange }: Props) {
  const { theme } = useTheme();
  const line = problem ? lineOf(problem) : null;
  const markers = useMemo<Marker[]>(
    () => (problem && line ? [{ line, column: null, severity: "error", message: problem }] : []),
    [problem, line],
  );
  return (
    <div class="own__ed">
      <Editor
        key={name}
        source={text}
        revision={revision}
        label={`${name}. Control M lets the Tab key leave the editor.`}
        language={name.endsWith(".py") ? "python" : "plaintext"}
        markers={markers}
        place={null}
        parameterHues={NO_HUES}
        given={[]}
        theme={theme}
        onCard={nothing}
        onChange={onChange}
        onCaret={nothing}
      />
    </div>
  );
}
