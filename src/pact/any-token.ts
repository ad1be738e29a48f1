/** Finds requests for which any token will do: older libraries for consumers cannot say where the token of a state belongs. */
import { z } from 'zod'

const named = z.record(z.string(), z.unknown()).nullish().catch(undefined)
const request = z.object({
  path: z.unknown().optional(),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])).nullish(),
  generators: z.object({ header: named }).nullish().catch(undefined),
  matchingRules: z.looseObject({ header: named }).nullish().catch(undefined),
})

/** The part of an interaction that says which token it sends. */
export const readRequest = { request: request.nullish().catch(undefined) }

/** The value of the header `Authorization`, if the pact has a rule that other values match too, and does not say what to send. */
export function anyTokenOf({ request: sent }: z.output<z.ZodObject<typeof readRequest>>): string | undefined {
  const rules = sent?.matchingRules ?? {}
  // In version 2 of the format, the name of a rule is a path.
  const ruled = find(rules.header) ?? find(rules, '$.headers.')
  if (!ruled || find(sent?.generators?.header)) return undefined
  return [find(sent?.headers)].flat().find((value) => typeof value === 'string')
}

const find = (headers: object | null | undefined, prefix = ''): unknown =>
  Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === `${prefix.toLowerCase()}authorization`)?.[1]

/** Whether the request calls a control row of Standin: a contract is about the service, and must turn no knob and drop no world. */
export function isControlCall({ request: sent }: z.output<z.ZodObject<typeof readRequest>>): boolean {
  const path = typeof sent?.path === 'string' ? sent.path : ''
  const { pathname } = new URL(`http://standin.test/${path.replace(/^\/+/, '')}`)
  return /(?:^|\/)_standin(?:\/|$)/i.test(pathname.replaceAll(/%[0-9a-f]{2}/gi, decoded))
}

const decoded = (escaped: string) => String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
