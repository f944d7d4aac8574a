// Writes src/api/schema.d.ts from the OpenAPI description that the backend's code gives of itself.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");
const python = process.env.PYTHON ?? join(root, ".venv/bin/python");
const dump = [
  "import json",
  "from playground_backend.app import create_app",
  "from playground_backend.settings import Settings",
  // Described, not started: nothing is connected to.
  "print(json.dumps(create_app(Settings(redis_url='redis://localhost')).openapi()))",
].join("\n");
const paths = ["backend", "puzzles"].map((folder) => join(root, folder));

function run(command, args, env) {
  const done = spawnSync(command, args, {
    encoding: "utf8",
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (done.error || done.status !== 0) {
    console.error(done.error?.message ?? `${command} ended with status ${done.status}`);
    process.exit(1);
  }
  return done.stdout;
}

const scratch = mkdtempSync(join(tmpdir(), "openapi-"));
const description = join(scratch, "openapi.json");
writeFileSync(description, run(python, ["-c", dump], { PYTHONPATH: paths.join(delimiter) }));
const tool = join(import.meta.dirname, "../node_modules/.bin/openapi-typescript");
process.stdout.write(run(tool, [description, "-o", join(import.meta.dirname, "../src/api/schema.d.ts")]));
rmSync(scratch, { recursive: true });
