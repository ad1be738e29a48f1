/** Writes scenarios/schema.json: the grammar of scenarios, for editors (`npm run generate`). */
import { writeFileSync } from 'node:fs'
import { z } from 'zod'
import { scenarioDocument } from '../src/service/failures/scenario/grammar.ts'

type Json = Record<string, unknown>

export function scenarioSchema(): string {
  const schema = z.toJSONSchema(scenarioDocument(), { io: 'input', unrepresentable: 'any', target: 'draft-7' }) as Json
  return `${JSON.stringify({ ...schema, title: 'A scenario of Standin' }, null, 2)}\n`
}

if (import.meta.main) writeFileSync(new URL('../scenarios/schema.json', import.meta.url), scenarioSchema())
