/** What the check of a version has found: the cases, the wrong kernels that pass, and the cases that would catch them. */
import type { CheckReport, OwnVersion } from "../../api/types";
import { isUnderWay, stateInWords } from "../../own/files";
import { Notice } from "../notice";

interface Props {
  version: OwnVersion;
  /** Puts a case at the end of cases.toml. */
  onAdd(toml: string): void;
}

export function CheckResult({ version, onAdd }: Props) {
  const { report } = version;
  return (
    <section class="box acc__s own__check" aria-label="What the check has found">
      <h2>Check of version {version.number}</h2>
      <div role="status">
        {isUnderWay(version) || version.state === "lost" ? (
          <p>
            This version {version.state === "running" ? "is" : ""} {stateInWords(version)}.
          </p>
        ) : null}
        {isUnderWay(version) && version.wrong ? (
          <progress
            class="own__bar"
            value={version.tried ?? 0}
            max={version.wrong}
            aria-label="Wrong kernels tried"
          />
        ) : null}
        {report?.problem ? <Notice tone="fault">{report.problem}</Notice> : null}
        {report && !report.problem ? (
          <p class="own__says">
            <b>{report.says}</b>
          </p>
        ) : null}
      </div>
      {report && report.cases.length > 0 ? <Cases report={report} /> : null}
      {report && report.advice.length > 0 ? <Advised report={report} onAdd={onAdd} /> : null}
      {report && report.survivors.length > 0 ? <Survivors report={report} /> : null}
      {report && !report.problem ? (
        <p class="label soft">
          A wrong kernel is your reference with one change of the kinds that people make: {report.wrong} were
          tried
          {report.left_out > 0 ? `, and ${report.left_out} more could be made` : ""}. The spec took{" "}
          {Math.round(report.spec_ms)} ms for all cases.
        </p>
      ) : null}
    </section>
  );
}

function Cases({ report }: { report: CheckReport }) {
  return (
    <div class="room__scroll">
      <table class="own__table">
        <caption class="sr">
          The reference in each case, and how many wrong kernels the case caught first
        </caption>
        <thead>
          <tr>
            <th scope="col">Case</th>
            <th scope="col">Reference</th>
            <th scope="col">Caught first</th>
          </tr>
        </thead>
        <tbody>
          {report.cases.map((one) => (
            <tr key={one.name}>
              <th scope="row">{one.title}</th>
              <td>
                {one.outcome.replaceAll("_", " ")}
                {one.reason ? <span class="soft"> {one.reason}</span> : null}
              </td>
              <td class="num">{report.problem ? "–" : one.caught}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Advised({ report, onAdd }: { report: CheckReport; onAdd(toml: string): void }) {
  return (
    <div class="stack">
      <h3>Cases that would catch them</h3>
      <ul class="own__list">
        {report.advice.map((one) => (
          <li key={one.toml} class="own__advice">
            <p>
              A case with {one.words} catches {one.catches} of them.
            </p>
            <pre class="code own__toml">{one.toml}</pre>
            <button type="button" class="btn btn--s" onClick={() => onAdd(one.toml)}>
              Add this case
            </button>
          </li>
        ))}
      </ul>
      <p class="label soft">
        Each was tried with your reference, which passes it. Whether your statement promises such sizes, you
        know.
      </p>
    </div>
  );
}

function Survivors({ report }: { report: CheckReport }) {
  const known = report.survivors.filter(({ caught_by }) => caught_by !== null);
  const unknown = report.survivors.filter(({ caught_by }) => caught_by === null);
  return (
    <>
      {known.length > 0 ? <Kernels title="Wrong kernels that pass" kernels={known} /> : null}
      {unknown.length > 0 ? (
        <details>
          <summary>{unknown.length} that no tried case tells from the reference</summary>
          <p class="soft">
            They may do the same for all inputs, and then nothing is amiss: whether two kernels always agree,
            nobody can find out by trying. Read the line, and decide.
          </p>
          <Kernels title="Wrong kernels that may not be wrong" kernels={unknown} />
        </details>
      ) : null}
    </>
  );
}

function Kernels({ title, kernels }: { title: string; kernels: CheckReport["survivors"] }) {
  return (
    <div class="stack">
      <h3>{title}</h3>
      <ul class="own__list">
        {kernels.map((one) => (
          <li key={`${one.line} ${one.after}`}>
            <p>
              Line {one.line}, <span class="soft">{one.kind}</span>
            </p>
            <pre class="code own__toml">
              <span class="own__was">{`- ${one.before}`}</span>
              {"\n"}
              <b>{`+ ${one.after}`}</b>
            </pre>
          </li>
        ))}
      </ul>
    </div>
  );
}
