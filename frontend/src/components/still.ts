/** A component that is drawn anew only for other props, or by its own state: for long lists. */
import { Component, type ComponentType, createElement } from "preact";

export function still<Props extends object>(Shown: ComponentType<Props>): ComponentType<Props> {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      const keys = Object.keys(next) as (keyof Props)[];
      return keys.some((key) => next[key] !== this.props[key]);
    }
    override render() {
      return createElement(Shown, this.props);
    }
  };
}
