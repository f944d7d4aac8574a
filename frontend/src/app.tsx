import { lazy } from "./components/lazy";
import { Shell } from "./components/shell/shell";
import { Home } from "./pages/home";
import { Missing } from "./pages/missing";
import { PuzzlePage } from "./pages/puzzle";
import { type Route, useRoute } from "./route";

const SandboxPage = lazy(() => import("./pages/sandbox").then((page) => page.SandboxPage));

export function App() {
  const route = useRoute();
  return (
    <>
      <Shell />
      <Page route={route} />
    </>
  );
}

function Page({ route }: { route: Route }) {
  switch (route.page) {
    case "home":
      return <Home />;
    case "puzzle":
      return <PuzzlePage key={route.slug} slug={route.slug} />;
    case "sandbox":
      return <SandboxPage />;
    case "missing":
      return <Missing />;
  }
}
