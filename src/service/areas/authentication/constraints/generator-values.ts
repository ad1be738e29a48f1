/** Parses values the way the test token generator does, and builds the generator's error messages. Source: authentication §4. */
import { z } from 'zod'
import { readGuid } from '../../../wire/identifiers.ts'
import { readUnsigned } from '../../../wire/text.ts'
import { isAbsoluteUri } from '../../../wire/uri.ts'

export interface Field {
  readonly check: (text: string) => boolean
  readonly about: string
  readonly required?: true
  /** Documented as an integer, but parsed as a string. */
  readonly isInteger?: true
}

const environments = ['at22', 'at23', 'at24', 'tt02', 'yt01', 'none']

// In a .NET regular expression, `$` also matches before a final line break.
const isOrgNo = (text: string) => /^[0-9]{9}\n?$/.test(text)
const isPid = (text: string) => /^[0-9]{11}\n?$/.test(text)
const isIdentifier = (text: string) => text.length <= 50 && /^[a-zA-Z0-9_-]+\n?$/.test(text)
const isDotted = (text: string) => text.length <= 50 && /^[a-zA-Z0-9_-]+(?:\.[a-zA-Z0-9_-]+)*\n?$/.test(text)
const isScopeList = (text: string) => text.length <= 500 && /^[a-z0-9:/_\-,. ]+\n?$/.test(text)
export const isGuid = (text: string) => readGuid(text) !== undefined
const isUnsigned = (text: string) => readUnsigned(text) !== undefined

export const field = {
  env: {
    check: (text) => environments.includes(text),
    about: `One of ${environments.join(', ')}. For "none", the generator itself issues the token, which no area trusts. The other values make no difference.`,
    required: true,
  },
  scopes: { check: isScopeList, about: 'Scopes, separated by commas or spaces. Default: altinn:enduser.' },
  org: { check: isIdentifier, about: 'A service owner code.' },
  orgNo: { check: isOrgNo, about: 'The organization number.' },
  supplierOrgNo: { check: isOrgNo, about: "The supplier's organization number." },
  anyClientId: { check: () => true, about: 'The client id. Default: derived from the organization numbers.' },
  clientId: { check: isIdentifier, about: 'The client id. Default: derived from the organization numbers.' },
  delegationSource: { check: isAbsoluteUri, about: 'The URL of the delegation source.' },
  bulkCount: {
    check: (text) => (readUnsigned(text) ?? Number.NaN) <= 1000,
    about: 'The number of tokens, up to 1000. Each is for a different organization or person.',
    isInteger: true,
  },
  userId: { check: isUnsigned, about: "The person's user number.", isInteger: true },
  partyId: { check: isUnsigned, about: 'The party number.', isInteger: true },
  partyuuid: { check: isGuid, about: 'The party GUID.' },
  userName: { check: isIdentifier, about: 'The user name.' },
  pid: { check: isPid, about: 'The national identity number. Default: that of a random person in the fixtures.' },
  authLvl: { check: (text) => /^[1-4]$/.test(text), about: 'The authentication level, from 1 to 4. Default: 3.' },
  consumerOrgNo: { check: (text) => isOrgNo(text) || isPid(text), about: "The client's organization number." },
  clientAmr: { check: isIdentifier, about: 'The client authentication method. Default: virksomhetssertifikat.' },
  email: { check: (text) => text.length <= 50 && /^[^@]+@[^@]+$/.test(text), about: 'The email address that the person registered.' },
  app: { check: (text) => text.length > 1 && isDotted(text), about: 'The application: at least two characters.', required: true },
  ttl: { check: isUnsigned, about: 'The lifetime in seconds. Default: 1800.', isInteger: true },
  dump: { check: () => true, about: "With any value, the reply shows the token's header and claims." },
} as const satisfies Record<string, Field>

/** Declared as any JSON, because client generators handle unions badly. */
export const tokenOrTokens = z.unknown().describe('The token. With `bulkCount`: an object with a token for each number.')

/** The body of a 400: an error message per invalid parameter, keyed by name. */
export const parameterProblems = z.record(z.string(), z.string())
type ParameterProblems = z.output<typeof parameterProblems>

type Query = Readonly<Record<string, string | undefined>>

function problems(fields: Readonly<Record<string, Field>>, query: Query): ParameterProblems | undefined {
  const problemsByName: ParameterProblems = {}
  for (const [name, { check, required }] of Object.entries(fields)) {
    const value = query[name]
    if (value === undefined || value === '') {
      if (required) problemsByName[name] = 'Parameter must be supplied'
    } else if (!check(value)) problemsByName[name] = 'Parameter was supplied with an invalid value'
  }
  return Object.keys(problemsByName).length > 0 ? problemsByName : undefined
}

/**
 * Returns a schema that accepts any string, and a function that returns the errors in the generator's own format, or undefined if there are
 * none.
 */
export function queryOf<F extends string>(fields: Readonly<Record<F, Field>>) {
  const shape = Object.entries<Field>(fields).map(([name, { about, isInteger }]) => {
    const text = isInteger ? z.string().meta({ type: 'integer', format: 'int64' }) : z.string()
    return [name, text.optional().describe(about)]
  })
  return {
    schema: z.object(Object.fromEntries(shape) as Record<F, z.ZodOptional<z.ZodString>>),
    problems: (query: Query) => problems(fields, query),
  }
}
