/** Givens for the service's dependencies: the contact register and internal services. */
import { z } from 'zod'
import { anyDocument, anyName } from '../../wire/misuse.ts'
import { type LimitName, rateLimits, services } from '../../wire/vocabulary.ts'
import { organizationSchema, personSchema } from '../../world/contact.ts'
import { defineGiven, type GivenKnobs } from './given.ts'

const person = personSchema.shape.number
const organization = organizationSchema.shape.number

async function meet({ scenarios }: GivenKnobs, name: string, summary: string, rule: object): Promise<void> {
  scenarios.define(name, anyDocument({ summary, rules: [rule] }))
  await scenarios.use(anyName(name))
}

export const dependencyGivens = [
  defineGiven({
    sentence: 'a person has contact information',
    params: z.object({
      nationalIdentityNumber: person.default('12838590150'),
      email: z.string().default('someone@example.org'),
      mobile: z.string().default('+4799991001'),
    }),
    values: ['nationalIdentityNumber'],
    usesKnobs: true,
    async arrange(_, { nationalIdentityNumber, email, mobile }, { contacts }) {
      contacts.put({ number: nationalIdentityNumber, email, mobile })
      return { nationalIdentityNumber }
    },
  }),
  defineGiven({
    sentence: 'a person has no contact information',
    params: z.object({ nationalIdentityNumber: person.default('02838039440') }),
    values: ['nationalIdentityNumber'],
    usesKnobs: true,
    async arrange(_, { nationalIdentityNumber }, { contacts }) {
      contacts.put({ number: nationalIdentityNumber })
      return { nationalIdentityNumber }
    },
  }),
  defineGiven({
    sentence: 'an organization has contact information',
    params: z.object({
      orgNumber: organization.default('375969076'),
      email: z.string().default('post@example.org'),
      mobile: z.string().default('+4799991002'),
    }),
    values: ['orgNumber'],
    usesKnobs: true,
    async arrange(_, { orgNumber, email, mobile }, { contacts }) {
      contacts.put({ number: orgNumber, emails: [email], mobiles: [mobile] })
      return { orgNumber }
    },
  }),
  defineGiven({
    sentence: 'an organization has no contact information',
    params: z.object({ orgNumber: organization.default('375969076') }),
    values: ['orgNumber'],
    usesKnobs: true,
    async arrange(_, { orgNumber }, { contacts }) {
      contacts.put({ number: orgNumber, emails: [], mobiles: [] })
      return { orgNumber }
    },
  }),
  defineGiven({
    sentence: 'an internal service cannot be reached',
    params: z.object({ service: z.enum(services).default('database') }),
    values: [],
    usesKnobs: true,
    async arrange(_, { service }, knobs) {
      await meet(knobs, `given-outage-${service}`, `Given: ${service} cannot be reached`, { outage: service })
      return {}
    },
  }),
  defineGiven({
    sentence: 'a rate limit is used up',
    params: z.object({ operation: z.enum(Object.keys(rateLimits) as [LimitName]).default('fileTransfer.overview') }),
    values: [],
    usesKnobs: true,
    async arrange(_, { operation }, knobs) {
      await meet(knobs, `given-limit-${operation.toLowerCase().replace('.', '-')}`, `Given: the rate limit of ${operation} is used up`, {
        on: operation,
        exhaust: {},
      })
      return {}
    },
  }),
  defineGiven({
    sentence: 'calls are cancelled',
    params: z.object({}),
    values: [],
    usesKnobs: true,
    async arrange(_, _params, knobs) {
      await meet(knobs, 'given-cancelled', 'Given: every call ends as if its client had disconnected', {
        on: 'all',
        refuse: { code: 'NOT-00002' },
      })
      return {}
    },
  }),
] as const
