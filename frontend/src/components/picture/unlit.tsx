/** A case's memory before anything has run. */
import "../../styles/picture.css";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Case, Puzzle } from "../../api/types";
import type { Hue } from "../../hues";
import { plural } from "../../numbers";
import { PictureModel } from "../../picture/model";
import { unlit } from "../../picture/opening";
import { Plate } from "./plate";

interface Props {
  puzzle: Puzzle;
  one: Case;
  hueOf(name: string): Hue;
  children?: ComponentChildren;
}

export function Unlit({ puzzle, one, hueOf, children }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = host;
    if (!current) return;
    const look = () => setWidth(current.clientWidth);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const { model, shares } = useMemo(() => {
    const { trace, shares } = unlit(puzzle, one);
    return { model: new PictureModel(trace), shares };
  }, [puzzle, one]);
  const names = { ...one.sizes, ...one.blocks };
  const sizes = Object.entries(names).map(([name, value]) => `${name} = ${value}`);
  return (
    <div class="ap">
      {children}
      <p class="soft">
        {sizes.length > 0 ? `${sizes.join(", ")}; ` : ""}
        {plural(model.trace.programs, "program")}.
      </p>
      <div class="ap__plates" ref={host}>
        {width === 0
          ? null
          : model.trace.tensors.map(({ name }, tensor) => (
              <Plate
                key={name}
                model={model}
                tensor={tensor}
                hue={hueOf(name)}
                width={width}
                zoom="fit"
                lens={false}
                steps={null}
                now={0}
                program={null}
                line={null}
                run={shares[tensor] ?? 0}
                point={null}
                chosen={null}
                onPoint={() => {}}
              />
            ))}
      </div>
    </div>
  );
}
