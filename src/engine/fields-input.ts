/** Reads and validates the form of a token request. */
import { errorsOf } from '../wire/json/errors.ts'
import { Refusal } from '../wire/refusals/refusal.ts'
import type { FieldsBody } from '../wire/row.ts'
import { wholeBody } from './minimum-upload-rate.ts'
import type { Walk } from './walk.ts'

/** Bytes. */
const limit = 65_536

/** A field that is there twice has two meanings, so it is refused. */
export async function readFields(walk: Walk, { schema }: FieldsBody): Promise<unknown> {
  const text = new TextDecoder().decode(await wholeBody(walk, limit))
  if (walk.dependencies.settings.journalBodies) walk.world.journal.keep.requestBody(walk.line, text)
  const fields = [...new URLSearchParams(text)]
  const twice = fields.find(([name], at) => fields.findIndex(([other]) => other === name) !== at)
  if (twice) throw new Refusal('MP-011', { reason: `${twice[0].slice(0, 100)} is there twice` })
  const result = schema.safeParse(Object.fromEntries(fields))
  if (!result.success) throw new Refusal('validation', {}, errorsOf(result.error.issues))
  return result.data
}
