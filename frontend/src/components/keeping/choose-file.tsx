/** A button that asks for a file. */
import { useRef } from "preact/hooks";
import { bringIn } from "../../keeping/incoming";
import { Icon } from "../icon";

export function ChooseFile({ main = false }: { main?: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class={`btn ${main ? "btn--main" : ""}`} onClick={() => input.current?.click()}>
        <Icon name="upload" /> Choose a file
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".py,.txt,.ipynb,.json"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // Emptied, so that the same file can be chosen again after it was changed
          event.currentTarget.value = "";
          if (file) bringIn(file);
        }}
      />
    </>
  );
}
