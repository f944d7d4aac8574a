/** What is loaded together, apart from the first page. */
export { Picture, type PictureProps } from "./picture";
export { Unlit } from "./unlit";
