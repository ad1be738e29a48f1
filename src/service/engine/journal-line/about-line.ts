/** Reconstructs what a call or job was about from its journal line. */
import { dialectOf } from '../../areas/dialect.ts'
import { jobsById, operationsById, readers } from '../../areas/index.ts'
import type { Operation } from '../../areas/operation.ts'
import { Refusal } from '../../wire/refusal.ts'
import type { About, Input } from '../../wire/row.ts'
import type { Line } from '../../world/journal.ts'
import { jsonOf } from '../../world/journal.ts'
import type { World } from '../../world/world.ts'
import { readValue } from '../reading/json-values.ts'
import { compileRoutes } from '../route.ts'

/** Returns what the call or job was about, or a string with the reason why the line does not contain enough information. */
export function aboutOf(line: Line, world: World): About | string {
  const environment = world.environments[line.environment]
  const job = jobsById.get(line.operation ?? '')
  if (job) return job.about(line.data as Record<string, unknown>, world, environment)
  const row = operationsById.get(line.operation ?? '')
  const input = row && inputOf(row, line, world)
  if (!row || input === undefined) return 'does not contain this information'
  return typeof input === 'string' ? input : row.about(input, world, environment)
}

function inputOf(row: Operation, line: Line, world: World): Input | string {
  const match = compileRoutes([row], dialectOf(world))(row.method, line.path ?? '')
  if (!match || !('values' in match)) return 'does not contain this information'
  const { route, values } = match
  const { params, query, body } = row.request
  const named = Object.fromEntries(route.names.map((name, at) => [name, values[at] ?? '']))
  const queryFields = Object.fromEntries(new URLSearchParams(line.query))
  const read = body?.kind === 'json' ? bodyOf(row, line, world) : { value: undefined }
  if (typeof read === 'string' || body?.kind === 'form') return typeof read === 'string' ? read : 'has a form, which is not stored'
  const parts = [params?.safeParse(named), query?.safeParse(queryFields)]
  if (parts.some((part) => part?.success === false)) return 'does not fit the row'
  return { params: parts[0]?.data ?? {}, query: parts[1]?.data ?? {}, headers: {}, body: read.value } as Input
}

function bodyOf({ id, request }: Operation, line: Line, world: World): { value: unknown } | string {
  const json = jsonOf(line)
  if (typeof json === 'string') return json
  if (request.body?.kind !== 'json') return { value: undefined }
  const { schema, parse } = request.body
  if (parse) return parsed(parse, json.value)
  const result = schema.safeParse(readValue(schema, json.value, readers[dialectOf(world).of(id).area.reader].accepts))
  return result.success ? { value: result.data } : 'does not fit the row'
}

function parsed(parse: (text: string) => unknown, value: unknown): { value: unknown } | string {
  try {
    return { value: parse(JSON.stringify(value)) }
  } catch (thrown) {
    if (thrown instanceof Refusal) return 'does not fit the row'
    throw thrown
  }
}
