/** What a file transfer row answers to a body, form or query that breaks the rules. Source: file-transfer §7.3. */
import type { z } from 'zod'
import { collected, sorted } from '../json/issues.ts'
import { complaint, placeOf, unconvertible } from '../json/json-complaint.ts'
import { anyCase, locateAll, printPath } from '../json/json-position.ts'
import { type Path, scan } from '../json/json-scan.ts'
import { type Errors, Refusal } from '../refusals.ts'
import type { RequestNames } from '../request-names.ts'

type Issue = z.core.$ZodIssue

const bodyRequired = ({ parameter }: RequestNames): Errors => ({ [parameter]: [`The ${parameter} field is required.`] })

/** `value` is what the body or form says, under whatever spelling, `text` how a body says it: one value of a wrong type, else everything. Throws the refusal `unmappable` for what the live service does not survive. */
export function fileTransferErrors(issues: readonly Issue[], value: unknown, text?: string, names = initializeNames): Errors {
  const misread = isForm(issues) ? [] : misreadPaths(issues, value)
  if (misread.length > 0) return sorted({ ...conversion(misread, text ?? '', names), ...bodyRequired(names) })
  const errors = collected(issues, (path) => names.keyOf(path as Path))
  if (issues.some(isNullProperty)) throw new Refusal('unmappable', {}, errors)
  return errors
}

/** A property without a value breaks the live service. Source: file-transfer §11. */
const isNullProperty = ({ code, path }: Issue) => code === 'invalid_type' && path.at(-2) === 'propertyList'

/** A text that is no JSON, or nested too deeply; `reason` stands in where the text does not show it. */
export function malformedInitialize(text: string, reason: string, names = initializeNames): Errors {
  const fault = text === '' ? undefined : scan(text, () => undefined)
  const path = printPath(fault?.path ?? [])
  const message = fault ? complaint(text, fault) : reason
  return sorted({ [path]: [`${message} ${placeOf(path, text, fault?.offset ?? 0)}`], ...bodyRequired(names) })
}

/** There is no body, or it is the literal null. */
export const emptyInitialize = (names = initializeNames): Errors => ({
  '': ['A non-empty request body is required.'],
  ...bodyRequired(names),
})

const isForm = (issues: readonly Issue[]) => issues[0]?.path[0] === 'metadata'

/** Null is readable wherever a field may be an object of its own: what is missing then is said in the field's words. */
function misreadPaths(issues: readonly Issue[], value: unknown): Path[] {
  const lookUp = anyCase()
  const paths = issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => path as Path)
  return paths.filter((path) => (lookUp(value, path) ?? undefined) !== undefined)
}

/** The one that a reader of the text meets first. */
function conversion(paths: readonly Path[], text: string, { typeOf }: RequestNames): Errors {
  const located = locateAll(text, paths)
  const offset = (at: number) => located[at]?.end ?? Number.POSITIVE_INFINITY
  const first = paths.reduce((best, _, at) => (offset(at) < offset(best) ? at : best), 0)
  const path = paths[first] ?? []
  const printed = printPath(located[first]?.path ?? path)
  return { [printed]: [unconvertible(typeOf(path), printed, text, located[first]?.end ?? 0)] }
}

const types = new Map([
  ['', 'Altinn.Broker.Models.FileTransferInitalizeExt'],
  ['recipients', 'System.Collections.Generic.List`1[System.String]'],
  ['propertyList', 'System.Collections.Generic.Dictionary`2[System.String,System.String]'],
  ['disableVirusScan', 'System.Nullable`1[System.Boolean]'],
])
const typeOf = (path: Path) => (path.length > 1 ? undefined : types.get(String(path[0] ?? ''))) ?? 'System.String'

/** Elements of a list answer under the list's name, entries of a dictionary under their own. */
function keyOf(path: Path): string {
  const words = path.filter((step) => typeof step === 'string')
  const list = words.indexOf('propertyList')
  const names = list < 0 ? words : words.slice(0, list + 1)
  const key = names.map((name) => name.charAt(0).toUpperCase() + name.slice(1)).join('.')
  return list < 0 || list === words.length - 1 ? key : `${key}[${words.slice(list + 1).join('.')}]`
}

const initializeNames: RequestNames = { parameter: 'initializeExt', typeOf, mayBeNull: () => true, keyOf }
