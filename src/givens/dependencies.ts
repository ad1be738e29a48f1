/** Givens about what the service depends on: the contact register, and the internal services. */
import { z } from 'zod'
import { organizationSchema, personSchema } from '../state/notifications/contact.ts'
import { services } from '../wire/services.ts'
import { defineGiven } from './given.ts'

const person = personSchema.shape.number
const organization = organizationSchema.shape.number

export const personHasContactInformation = defineGiven({
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
})

export const personHasNoContactInformation = defineGiven({
  sentence: 'a person has no contact information',
  params: z.object({ nationalIdentityNumber: person.default('02838039440') }),
  values: ['nationalIdentityNumber'],
  usesKnobs: true,
  async arrange(_, { nationalIdentityNumber }, { contacts }) {
    contacts.put({ number: nationalIdentityNumber })
    return { nationalIdentityNumber }
  },
})

export const organizationHasNoContactInformation = defineGiven({
  sentence: 'an organization has no contact information',
  params: z.object({ orgNumber: organization.default('375969076') }),
  values: ['orgNumber'],
  usesKnobs: true,
  async arrange(_, { orgNumber }, { contacts }) {
    contacts.put({ number: orgNumber, emails: [], mobiles: [] })
    return { orgNumber }
  },
})

export const internalServiceCannotBeReached = defineGiven({
  sentence: 'an internal service cannot be reached',
  params: z.object({ service: z.enum(services).default('database') }),
  values: [],
  usesKnobs: true,
  async arrange(_, { service }, { scenarios }) {
    const name = `given-outage-${service}`
    scenarios.define(name, { summary: `Given: ${service} cannot be reached`, rules: [{ outage: service }] })
    await scenarios.use(name)
    return {}
  },
})
