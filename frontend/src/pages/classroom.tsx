/** One class: its tabs for who teaches, its assignments for who learns. */
import { useEffect } from "preact/hooks";
import { classroom } from "../api/classroom";
import type { Classroom, Right } from "../api/types";
import { useLoaded } from "../classroom/use-loaded";
import { StudentsClass } from "../components/classroom/students-class";
import { lazy } from "../components/lazy";
import { TopBar } from "../components/top-bar";
import { TryAgain } from "../components/try-again";
import { CLASS_TABS, type ClassTab, classPath } from "../route";
import "../styles/account.css";
import "../styles/classes.css";
import { Missing } from "./missing";

const TABS: Record<ClassTab, { title: string; needs: Right }> = {
  board: { title: "Board", needs: "see_board" },
  students: { title: "Students", needs: "see_members" },
  assignments: { title: "Assignments", needs: "see_assignments" },
  grades: { title: "Grades", needs: "see_grades" },
  settings: { title: "Settings", needs: "see_class" },
};

const SHOWN: Record<ClassTab, ReturnType<typeof lazy<TabProps>>> = {
  board: lazy(() => import("../components/classroom/board-tab").then((part) => part.BoardTab)),
  students: lazy(() => import("../components/classroom/students-tab").then((part) => part.StudentsTab)),
  assignments: lazy(() =>
    import("../components/classroom/assignments-tab").then((part) => part.AssignmentsTab),
  ),
  grades: lazy(() => import("../components/classroom/grades-tab").then((part) => part.GradesTab)),
  settings: lazy(() => import("../components/classroom/settings-tab").then((part) => part.SettingsTab)),
};

export interface TabProps {
  room: Classroom;
  onChange(room: Classroom): void;
}

export function ClassroomPage({ id, tab }: { id: string; tab: ClassTab }) {
  const { value: room, error, reload, put } = useLoaded(id, () => classroom(id).get());
  const title = room ? room.name : "Class";
  useEffect(() => {
    document.title = `${tab === "board" ? "" : `${TABS[tab].title} · `}${title} · Triton Playground`;
  }, [title, tab]);
  if (error?.status === 404)
    return <Missing what="There is no such class, or you are not in it in this browser." />;
  if (!room)
    return (
      <>
        <TopBar />
        <main class="page">
          <h1 class={error ? "" : "sr"}>{error ? "The class could not be fetched" : "Fetching the class"}</h1>
          <TryAgain error={error} onAgain={reload} />
        </main>
      </>
    );
  if (room.role === "student") return <StudentsClass room={room} />;
  const Tab = SHOWN[tab];
  return (
    <div class={`room ${tab === "board" ? "room--board" : ""}`}>
      <TopBar />
      <section class="room__bar" aria-label="The class">
        <h1>{room.name}</h1>
        {room.is_archived ? <span class="tag">archived</span> : null}
        <nav class="room__tabs" aria-label="Class">
          {CLASS_TABS.filter((one) => room.rights.includes(TABS[one].needs)).map((one) => (
            <a key={one} href={classPath(room.id, one)} aria-current={one === tab ? "page" : undefined}>
              {TABS[one].title}
            </a>
          ))}
        </nav>
      </section>
      <Tab key={tab} room={room} onChange={put} />
    </div>
  );
}
