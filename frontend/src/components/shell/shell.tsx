/** What every page has: its keys, the palette, the list of keys and the preferences. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type Action, useActions } from "../../actions";
import { usePageKeys } from "../../pages/page-keys";
import { PLACES } from "../../pages/places";
import { followSystem, prefer, usePreferences } from "../../preferences";
import { navigate } from "../../route";
import { toggleTheme } from "../../theme";
import { Palette } from "./palette";

export interface DialogProps {
  onClose(): void;
}

/** Fetched when they are first wanted. */
const DIALOGS = {
  "sign-in": () => import("../account/sign-in-dialog").then((module) => module.SignInDialog),
  keyboard: () => import("./keyboard-dialog").then((module) => module.KeyboardDialog),
  preferences: () => import("./preferences-dialog").then((module) => module.PreferencesDialog),
};

type Name = keyof typeof DIALOGS | "palette";

export function Shell() {
  const [open, setOpen] = useState<{ Dialog: ComponentType<DialogProps> } | null>(null);
  usePageKeys();
  useEffect(followSystem, []);
  useActions([
    ...usePreferenceActions(),
    ...PLACES.map(
      ({ title, path, keys, also }): Action => ({
        id: `go-${path}`,
        title: `Go to ${title.toLowerCase()}`,
        group: "Go to",
        keys,
        also,
        enabled: location.pathname !== path,
        run: () => navigate(path),
      }),
    ),
    ...dialogActions((name) => {
      // The palette is at hand, since people type into it before a network could answer.
      if (name === "palette") return setOpen({ Dialog: Palette });
      // Without the network there is no dialog to show, and the page goes on as it is.
      DIALOGS[name]().then(
        (Dialog) => setOpen({ Dialog }),
        () => {},
      );
    }),
  ]);
  return open ? <open.Dialog onClose={() => setOpen(null)} /> : null;
}

function dialogActions(show: (name: Name) => void): Action[] {
  return [
    {
      id: "palette",
      title: "Find or do anything",
      group: "Help",
      keys: "Mod+K",
      also: "command palette search",
      run: () => show("palette"),
    },
    {
      id: "account",
      title: "Your account",
      group: "Go to",
      also: "name profile password tokens sessions export delete other browser",
      enabled: location.pathname !== "/me/account",
      run: () => navigate("/me/account"),
    },
    {
      id: "sign-in",
      title: "Sign in",
      group: "Go to",
      also: "log in password code other browser",
      run: () => show("sign-in"),
    },
    {
      id: "keyboard",
      title: "Show all keys",
      group: "Help",
      keys: "?",
      also: "keyboard shortcuts help Ctrl M Tab",
      run: () => show("keyboard"),
    },
    {
      id: "preferences",
      title: "Change preferences",
      group: "Preferences",
      keys: "Alt+O",
      also: "settings options",
      run: () => show("preferences"),
    },
  ];
}

function usePreferenceActions(): Action[] {
  const { contrast, vim, wrap, fontSize, shown } = usePreferences();
  const group = "Preferences";
  return [
    {
      id: "theme",
      title: `Change to the ${shown.theme === "dark" ? "light" : "dark"} theme`,
      group,
      keys: "Alt+M",
      also: "mode colours night",
      run: toggleTheme,
    },
    {
      id: "theme-system",
      title: "Let the theme follow the system",
      group,
      also: "light dark",
      run: () => prefer({ theme: "system" }),
    },
    {
      id: "contrast",
      title: `Change to ${shown.contrast === "more" ? "normal" : "more"} contrast`,
      detail: contrast === "system" ? "follows the system" : undefined,
      group,
      keys: "Alt+X",
      also: "high accessibility",
      run: () => prefer({ contrast: shown.contrast === "more" ? "normal" : "more" }),
    },
    {
      id: "wrap",
      title: wrap ? "Do not wrap long lines" : "Wrap long lines",
      group,
      keys: "Alt+Z",
      also: "editor word",
      run: () => prefer({ wrap: !wrap }),
    },
    {
      id: "vim",
      title: vim ? "Turn vim keys off" : "Turn vim keys on",
      group,
      keys: "Alt+I",
      also: "editor modal",
      run: () => prefer({ vim: !vim }),
    },
    {
      id: "larger",
      title: "Make the editor’s text larger",
      detail: `${fontSize} px`,
      group,
      keys: "Alt+=",
      also: "font size zoom bigger",
      run: () => prefer({ fontSize: fontSize + 1 }),
    },
    {
      id: "smaller",
      title: "Make the editor’s text smaller",
      detail: `${fontSize} px`,
      group,
      keys: "Alt+-",
      also: "font size zoom",
      run: () => prefer({ fontSize: fontSize - 1 }),
    },
  ];
}
