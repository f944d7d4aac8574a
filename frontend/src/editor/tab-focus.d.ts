/** What the Tab key does, for all editors of the page. Monaco tells of it nowhere else. */
declare module "monaco-editor/editor/browser/config/tabFocus" {
  export const TabFocus: {
    getTabFocusMode(): boolean;
    onDidChangeTabFocus(told: (leaves: boolean) => void): { dispose(): void };
  };
}
