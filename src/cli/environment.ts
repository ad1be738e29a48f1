/** The environment variables that are meant for Standin. */
import type { Misuse } from '../misuse.ts'
import { unknownOne } from './closest-name.ts'
import { type Options, variableOf } from './option.ts'

const prefix = 'STANDIN_'

/** Kubernetes and Docker set these by themselves in whatever runs beside a service that is named `standin`. */
const ofTheNetwork = /^STANDIN_(?:SERVICE_|PORT_\d|NAME$|ENV_)/

/** `options` are all that may be meant, whichever command they belong to. Undefined where every variable is one of them. */
export function misspeltVariable(env: Readonly<Record<string, string | undefined>>, options: Options): Misuse | undefined {
  const known = Object.keys(options).map(variableOf)
  const strange = Object.keys(env).find((name) => name.startsWith(prefix) && !known.includes(name) && !ofTheNetwork.test(name))
  return strange === undefined ? undefined : unknownOne('There is no environment variable', strange, known, prefix)
}
