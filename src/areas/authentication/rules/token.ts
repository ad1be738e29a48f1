/** The queries of the test token generator, and its messages about them. Source: authentication §4. */
import { z } from 'zod'
import { readGuid } from '../../../wire/values/identifiers.ts'

interface Field {
  readonly check: z.ZodType<string>
  readonly about: string
  readonly required?: boolean
  /** Documented as an integer. */
  readonly isInteger?: true
}

const wholeNumber = (most: number) => z.string().refine((text) => /^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= most)
const orgNo = z.string().regex(/^\d{9}$/)
const guid = z.string().refine((text) => readGuid(text) !== undefined)
const identifier = z.string().regex(/^[\w-]{1,50}$/)
/** Limited in length, because the token must fit into a header. */
const scopes = z
  .string()
  .max(4000)
  .regex(/^[\x21\x23-\x5b\x5d-\x7e ]*$/)
  .regex(/[^ ,]/)

const environments = ['at22', 'at23', 'at24', 'tt02', 'yt01', 'none']

const shared = {
  env: {
    check: z.string().refine((text) => environments.includes(text.toLowerCase())),
    about: `One of ${environments.join(', ')}. With none, the token is one of the generator itself, which no area trusts. The others make no difference.`,
    required: true,
  },
  supplierOrgNo: { check: orgNo, about: 'The organization number of the supplier.' },
  clientId: { check: identifier, about: 'The id of the client. The default is derived from the organization numbers.' },
  ttl: { check: wholeNumber(31_536_000), about: 'The lifetime in seconds. The default is 1800.', isInteger: true },
} satisfies Record<string, Field>

const enterpriseFields = {
  ...shared,
  scopes: { check: scopes, about: 'Scopes, separated by commas or spaces.', required: true },
  org: { check: identifier, about: 'The code of a service owner.' },
  orgNo: { check: orgNo, about: 'The organization number. The default is a random one.' },
  delegationSource: { check: z.url({ protocol: /^https?$/ }).max(500), about: 'The address of the source of a delegation.' },
  bulkCount: { check: wholeNumber(1000), about: 'The number of tokens. Each is for another organization.', isInteger: true },
} satisfies Record<string, Field>

const systemUserFields = {
  ...shared,
  scopes: { check: scopes, about: 'Scopes, separated by commas or spaces. The default is altinn:enduser.' },
  orgNo: { check: orgNo, about: 'The organization number of the vendor.' },
  systemUserOrg: { check: orgNo, about: 'The organization number of the customer.' },
  systemUserId: { check: guid, about: 'The system user, a GUID.', required: true },
} satisfies Record<string, Field>

const number = z.string().regex(/^\d{1,9}$/)

const personalFields = {
  env: shared.env,
  clientId: shared.clientId,
  ttl: shared.ttl,
  scopes: { check: scopes, about: 'Scopes, separated by commas or spaces. The default is altinn:enduser.' },
  userId: { check: number, about: "The number of the person's user.", isInteger: true },
  partyId: { check: number, about: "The number of the person's party.", isInteger: true },
  partyuuid: { check: guid, about: "The GUID of the person's party." },
  pid: { check: z.string().regex(/^\d{11}$/), about: 'The national identity number.' },
  authLvl: { check: z.string().regex(/^[0-4]$/), about: 'The level of authentication, from 0 to 4. The default is 3.' },
  consumerOrgNo: { check: orgNo, about: 'The organization number of the client. The default is 991825827.' },
  userName: { check: identifier, about: "The name of the person's user." },
  clientAmr: { check: identifier, about: 'How the client proved itself. The default is virksomhetssertifikat.' },
  delegationSource: { check: z.url({ protocol: /^https?$/ }).max(500), about: 'The address of the source of a delegation.' },
} satisfies Record<string, Field>

const app = {
  check: z
    .string()
    .regex(/^[\w-]+(?:\.[\w-]+)*$/)
    .max(50),
  about: 'The application.',
  required: true,
}

const platformFields = { env: shared.env, app, ttl: shared.ttl } satisfies Record<string, Field>

const platformAccessFields = {
  env: shared.env,
  app,
  org: {
    check: identifier,
    about: 'The code of the organization that owns the application. It becomes the issuer. The default is platform.',
  },
  ttl: shared.ttl,
} satisfies Record<string, Field>

/** Accept any text, because the generator reports errors in a form of its own, not as validation problems. */
export const enterpriseTokenQuery = texts(enterpriseFields)
export const systemUserTokenQuery = texts(systemUserFields)
export const personalTokenQuery = texts(personalFields)
export const platformTokenQuery = texts(platformFields)
export const platformAccessTokenQuery = texts(platformAccessFields)
export type EnterpriseTokenQuery = z.output<typeof enterpriseTokenQuery>
export type SystemUserTokenQuery = z.output<typeof systemUserTokenQuery>
export type PersonalTokenQuery = z.output<typeof personalTokenQuery>
export type PlatformTokenQuery = z.output<typeof platformTokenQuery>
export type PlatformAccessTokenQuery = z.output<typeof platformAccessTokenQuery>

/** With `bulkCount`: a token for each organization number. */
export const tokensByIdentity = z.record(z.string(), z.string())

/** The body of a 400: a message under the name of each wrong parameter. */
export const parameterProblems = z.record(z.string(), z.string())
export type ParameterProblems = z.output<typeof parameterProblems>

/** Undefined when nothing is wrong. */
export const enterpriseQueryProblems = (query: Readonly<Record<string, unknown>>) => problems(enterpriseFields, query)
export const systemUserQueryProblems = (query: Readonly<Record<string, unknown>>) => problems(systemUserFields, query)
export const personalQueryProblems = (query: Readonly<Record<string, unknown>>) => problems(personalFields, query)
export const platformQueryProblems = (query: Readonly<Record<string, unknown>>) => problems(platformFields, query)
export const platformAccessQueryProblems = (query: Readonly<Record<string, unknown>>) => problems(platformAccessFields, query)

function problems(fields: Readonly<Record<string, Field>>, query: Readonly<Record<string, unknown>>): ParameterProblems | undefined {
  const problemsByName: ParameterProblems = {}
  for (const [name, { check, required }] of Object.entries(fields)) {
    const value = query[name]
    if (value === undefined || value === '') {
      if (required) problemsByName[name] = 'Parameter must be supplied'
    } else if (!check.safeParse(value).success) problemsByName[name] = 'Parameter was supplied with an invalid value'
  }
  return Object.keys(problemsByName).length > 0 ? problemsByName : undefined
}

function texts<F extends string>(fields: Readonly<Record<F, Field>>) {
  const shape = Object.entries<Field>(fields).map(([name, { about, isInteger }]) => {
    const text = isInteger ? z.string().meta({ type: 'integer', format: 'int32' }) : z.string()
    return [name, text.optional().describe(about)]
  })
  return z.object(Object.fromEntries(shape) as Record<F, z.ZodOptional<z.ZodString>>)
}
