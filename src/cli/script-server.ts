/** The server that the test of a capsule needs: how it is started, and the folders that it reads. */
import { join } from 'node:path'
import type { Capsule } from '../capsule/read-capsule.ts'
import type { Values } from '../capsule/replay/values.ts'

export interface ScriptServer {
  /** What starts it. */
  readonly command: string
  /** By their path below the folder of the script. */
  readonly files: readonly { readonly path: string; readonly content: string }[]
}

/** Settings that decide how calls are answered, and that no snapshot of a world holds. */
const usual: Readonly<Record<string, unknown>> = {
  pace: 'fast',
  rateLimits: 'current',
  sendWindow: undefined,
  unknownRecipients: 'missing',
  outbound: 'loopback',
  openResources: true,
  openClients: true,
  trustAnyToken: false,
  requireSubscriptionKey: undefined,
  generatorUser: undefined,
}

/** `fixtures`: those of Standin itself. Keys and passwords are those of the script, because a capsule has none. */
export function scriptServer({ head }: Capsule, values: Values, name: string, fixtures: object): ScriptServer {
  const settings = values.settings()
  const flags = Object.entries(usual).flatMap(([setting, expected]) => {
    const value = settings[setting]
    if (value === expected || !(typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')) return []
    const flag = `--${setting.replace(/[A-Z]/g, '-$&').toLowerCase()}`
    if (setting === 'trustAnyToken') return [flag]
    return [`${flag} ${typeof value === 'boolean' ? (value ? 'on' : 'off') : value}`]
  })
  const [own, standard] = [Object.entries(head.fixtures), fixtures as Readonly<Record<string, unknown>>]
  const lists = own.filter(([kind, list]) => JSON.stringify(list) !== JSON.stringify(standard[kind]))
  const scenarios = Object.entries(head.scenarios)
  const folders = [
    lists.length > 0 ? `--fixtures ${name}.fixtures` : '',
    scenarios.length > 0 ? `--scenarios ${name}.scenarios` : '',
  ].filter((flag) => flag !== '')
  const text = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  return {
    command: ['npx standin start', ...flags, ...folders].join(' '),
    files: [
      ...lists.map(([kind, list]) => ({ path: join(`${name}.fixtures`, `${kind}.json`), content: text(list) })),
      // JSON is YAML.
      ...scenarios.map(([scenario, document]) => ({ path: join(`${name}.scenarios`, `${scenario}.yaml`), content: text(document) })),
    ],
  }
}
