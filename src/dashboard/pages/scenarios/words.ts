/** Says the conditions of a rule, and the steps of a proof, in short. */

type Written = Readonly<Record<string, unknown>>

/** A value in the flow style of YAML: `{ org: ttd, calls: [1, 2] }`. */
export function said(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(said).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(([name, each]) => `${name}: ${said(each)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** The words before each condition, in the order in which they are read. */
const conditions: Readonly<Record<string, string>> = {
  on: '',
  where: 'where ',
  calls: 'calls ',
  per: 'for each ',
  probability: 'with probability ',
  after: 'after ',
  for: 'for ',
  every: 'again every ',
  until: 'until ',
}

export function conditionsOf(rule: Written): string {
  const parts = Object.entries(conditions).flatMap(([name, before]) => (rule[name] === undefined ? [] : [`${before}${said(rule[name])}`]))
  if (rule.on === undefined) parts.unshift('everything that it concerns')
  return parts.join(', ')
}

/** A step of a proof: its kind, what it is about, and the rest. */
export function stepOf(step: Written): { readonly kind: string; readonly about: string; readonly rest: string } {
  const [[kind, about] = ['step', ''], ...others] = Object.entries(step)
  return { kind, about: said(about), rest: others.map(([name, value]) => `${name}: ${said(value)}`).join(', ') }
}
