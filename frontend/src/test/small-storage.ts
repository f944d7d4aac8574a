/** A storage of a stated size, as a browser's is once it is nearly full. */

export class SmallStorage implements Storage {
  readonly #kept = new Map<string, string>();

  /** characters: of names and values together; 0 refuses everything, as a blocked storage does. */
  constructor(public characters: number) {}

  get length(): number {
    return this.#kept.size;
  }

  key(at: number): string | null {
    return [...this.#kept.keys()][at] ?? null;
  }

  getItem(key: string): string | null {
    return this.#kept.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    const others = [...this.#kept].filter(([other]) => other !== key);
    const used = others.reduce((sum, [other, text]) => sum + other.length + text.length, 0);
    if (used + key.length + value.length > this.characters)
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    this.#kept.set(key, value);
  }

  removeItem(key: string): void {
    this.#kept.delete(key);
  }

  clear(): void {
    this.#kept.clear();
  }
}
