/** Runs the Redocly command, which compares OpenAPI documents. */
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { readOr } from '../../../platform/node-path.ts'
import { Misuse } from '../../../service/wire/misuse.ts'

export interface Ran {
  readonly out: string
  readonly err: string
}

/** Time limit in milliseconds. */
const longest = 120_000

/** Finds Redocly next to Standin or in the user's folder. Throws {@link Misuse} if it is not installed. */
export function findRedocly(folder: string): (args: readonly string[], cwd: string) => Promise<Ran> {
  const script = [import.meta.url, join(folder, 'package.json')].map(resolved).find((path) => path !== undefined)
  // Redocly is not a dependency of the package, because it is large and only one command needs it.
  if (script === undefined)
    throw new Misuse('This command needs the @redocly/cli package. Install it: npm install --save-dev @redocly/cli@2')
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  return (args, cwd) =>
    new Promise((resolve) => {
      execFile(process.execPath, [script, ...args], { cwd, env, maxBuffer: 2 ** 28, timeout: longest }, (_, out, err) =>
        resolve({ out, err: stripVTControlCharacters(err) }),
      )
    })
}

const resolved = (from: string) => readOr(undefined, () => createRequire(from).resolve('@redocly/cli/bin/cli.js'))
