import { Later } from "./components/later";
import { Home } from "./pages/home";
import { Missing } from "./pages/missing";
import { usePageKeys } from "./pages/page-keys";
import { PuzzlePage } from "./pages/puzzle";
import { useRoute } from "./route";

export function App() {
  const route = useRoute();
  usePageKeys();
  switch (route.page) {
    case "home":
      return <Home />;
    case "puzzle":
      return <PuzzlePage key={route.slug} slug={route.slug} />;
    case "sandbox":
      return <Later name="sandbox" load={() => import("./pages/sandbox").then((page) => page.SandboxPage)} />;
    case "missing":
      return <Missing />;
  }
}
