import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/home.css";
import "./styles/lab.css";
import "./styles/results.css";
import "./styles/teaching-page.css";
import "./styles/narrow.css";
import { render } from "preact";
import { App } from "./app";

const root = document.getElementById("app");
if (root) render(<App />, root);
