/** The canvas of a plate or a lens: it is as large as what is in view and follows the scrolling around it. */
import { useCallback, useLayoutEffect, useRef } from "preact/hooks";
import { type Painted, paint, type View } from "./paint";

interface Props extends Painted {
  /** What is in view, in px of the layout. */
  view: View;
}

export function Cells({ layout, scene, palette, borders, view }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [x, y, width, height] = view;
  const draw = useCallback(() => {
    const context = canvas.current?.getContext("2d");
    if (!canvas.current || !context || width <= 0 || height <= 0) return;
    const ratio = devicePixelRatio || 1;
    const [wide, high] = [Math.ceil(width * ratio), Math.ceil(height * ratio)];
    if (canvas.current.width !== wide) canvas.current.width = wide;
    if (canvas.current.height !== high) canvas.current.height = high;
    canvas.current.style.width = `${width}px`;
    canvas.current.style.height = `${height}px`;
    paint(context, { layout, scene, palette, borders }, [x, y, width, height], ratio);
  }, [layout, scene, palette, borders, x, y, width, height]);
  useLayoutEffect(draw, [draw]);
  useLayoutEffect(() => {
    // A window that moves to another screen has other device pixels.
    const query = matchMedia(`(resolution: ${devicePixelRatio || 1}dppx)`);
    query.addEventListener("change", draw);
    return () => query.removeEventListener("change", draw);
  }, [draw]);
  return <canvas class="tn__cells" ref={canvas} />;
}
