/** Validates orders. Source: notifications §3, §4. */
import { memberOf, textOf } from './wire.ts'

/** Lists of messages, keyed by the value's path. */
export type Mistakes = Readonly<Record<string, readonly string[]>>

const channels = ['Email', 'Sms', 'EmailPreferred', 'SmsPreferred', 'EmailAndSms']
const lookedUp = ['Person', 'Organization', 'ExternalIdentity']

/** Checks required values first, and business rules only if no required value is missing. */
export function mistakesIn(order: unknown): Mistakes {
  const required = new Map<string, string[]>()
  const broken = new Map<string, string[]>()
  const look = looksInto(required, broken)
  look.demandText('IdempotencyId', memberOf(order, 'idempotencyId'))
  look.sendTime('RequestedSendTime', memberOf(order, 'requestedSendTime'))
  look.condition('ConditionEndpoint', memberOf(order, 'conditionEndpoint'))
  look.recipient('Recipient', memberOf(order, 'recipient'))
  const reminders = memberOf(order, 'reminders')
  for (const [at, reminder] of (Array.isArray(reminders) ? reminders : []).entries()) look.reminder(`Reminders[${at}]`, reminder)
  return Object.fromEntries(required.size > 0 ? required : broken)
}

const isEmail = (text: string) =>
  /^[\w!#$%&;'*+\-=?^{|}~`æøåÆØÅ]+(?:\.[\w!#$%&;'*+\-=?^{|}~`æøåÆØÅ]+)*@(?:[a-z\dæøå](?:[a-z\dæøå-]{0,61}[a-z\dæøå])?\.){1,9}[a-z]{2,14}$/i.test(
    text.trim(),
  )

/** Checks Norwegian numbers fully, and other numbers only by length. */
const isPhone = (text: string) => {
  const number = text.replace(/^00/, '+').replace(/[ ()-]/g, '')
  return number.startsWith('+47') ? /^\+47[2-9]\d{7}$/.test(number) : /^\+[1-9]\d{6,14}$/.test(number)
}

function looksInto(required: Map<string, string[]>, broken: Map<string, string[]>) {
  const say = (all: Map<string, string[]>, key: string, message: string) => void all.set(key, [...(all.get(key) ?? []), message])

  function demandText(key: string, value: unknown): value is string {
    if (typeof value === 'string' && value.trim() !== '') return true
    say(required, key, `The ${key.split('.').at(-1)} field is required.`)
    return false
  }

  function sendTime(key: string, value: unknown): void {
    if (value === undefined || value === null) return
    if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) {
      say(required, key, 'The value is not a time.')
      return
    }
    if (!/(?:Z|[+-]\d\d:\d\d)$/i.test(value)) say(broken, key, 'The requested send time value must have specified a time zone.')
    if (Date.parse(value) < Date.now()) say(broken, key, 'RequestedSendTime must be greater than or equal to now.')
  }

  function condition(key: string, value: unknown): void {
    if (value === undefined || value === null) return
    const text = typeof value === 'string' ? value : ''
    if (!URL.canParse(text)) say(broken, key, 'ConditionEndpoint must be a valid absolute URI or null.')
    else if (!/^https?:/i.test(text)) say(broken, key, 'ConditionEndpoint must use http or https scheme.')
  }

  function settings(key: string, value: unknown, names: readonly string[]): void {
    for (const name of names) demandText(`${key}.${name}`, memberOf(value, name.toLowerCase()))
    const sender = textOf(value, 'senderEmailAddress')
    if (sender !== undefined && !isEmail(sender)) say(broken, `${key}.SenderEmailAddress`, 'The sender email address is not valid.')
  }
  const emailSettings = (key: string, value: unknown) => settings(key, value, ['Subject', 'Body'])
  const smsSettings = (key: string, value: unknown) => settings(key, value, ['Body'])

  function recipient(key: string, value: unknown): void {
    const kinds = ['Email', 'Sms', ...lookedUp].filter((kind) => (memberOf(value, `recipient${kind}`) ?? null) !== null)
    const [kind] = kinds
    if (kinds.length !== 1 || !kind) {
      say(broken, key, 'Must have exactly one recipient.')
      return
    }
    const given = memberOf(value, `recipient${kind}`)
    const at = `${key}.Recipient${kind}`
    if (kind === 'Email') {
      const address = memberOf(given, 'emailAddress')
      if (demandText(`${at}.EmailAddress`, address) && !isEmail(address)) say(broken, `${at}.EmailAddress`, 'Invalid email address format.')
      emailSettings(`${at}.Settings`, memberOf(given, 'emailSettings'))
    } else if (kind === 'Sms') {
      const number = memberOf(given, 'phoneNumber')
      if (demandText(`${at}.PhoneNumber`, number) && !isPhone(number))
        say(broken, `${at}.PhoneNumber`, 'Recipient phone number is not a valid mobile number.')
      smsSettings(`${at}.Settings`, memberOf(given, 'smsSettings'))
    } else named(kind, at, given)
  }

  /** Checks a recipient whose addresses are looked up. */
  function named(kind: string, at: string, given: unknown): void {
    const rules = {
      Person: ['NationalIdentityNumber', /^\d{11}$/, 'National identity number must be 11 digits long.'],
      Organization: ['OrgNumber', /^\d{9}$/, 'Organization number must be 9 digits long.'],
      ExternalIdentity: ['ExternalIdentity', /^urn:altinn:.+:.+$/, 'Invalid external identity URN format.'],
    } as const
    const [name, pattern, message] = rules[kind as keyof typeof rules]
    const number = memberOf(given, name[0]?.toLowerCase() + name.slice(1))
    if (demandText(`${at}.${name}`, number) && !pattern.test(number)) say(broken, `${at}.${name}`, message)
    const channel = textOf(given, 'channelSchema') ?? ''
    if (!channels.includes(channel)) {
      say(required, `${at}.ChannelSchema`, 'The ChannelSchema field is required.')
      return
    }
    const [email, sms] = [memberOf(given, 'emailSettings'), memberOf(given, 'smsSettings')]
    const when = channel.endsWith('Preferred') ? 'SmsPreferred or EmailPreferred' : channel
    if (email) emailSettings(`${at}.EmailSettings`, email)
    else if (channel !== 'Sms') say(broken, `${at}.EmailSettings`, `EmailSettings must be set when ChannelSchema is ${when}`)
    if (sms) smsSettings(`${at}.SmsSettings`, sms)
    else if (channel !== 'Email') say(broken, `${at}.SmsSettings`, `SmsSettings must be set when ChannelSchema is ${when}`)
    const resource = textOf(given, 'resourceId')
    if (resource !== undefined && !/^urn:altinn:resource:./.test(resource))
      say(broken, `${at}.ResourceId`, 'ResourceId must have a valid syntax.')
  }

  function reminder(key: string, value: unknown): void {
    const [days, time] = [memberOf(value, 'delayDays') ?? null, memberOf(value, 'requestedSendTime') ?? null]
    if ((days === null) === (time === null)) say(broken, key, 'Either DelayDays or RequestedSendTime must be defined, but not both.')
    // Larger values exceed the last possible date.
    if (days !== null && !(Number.isInteger(days) && Number(days) >= 1 && Number(days) < 1_000_000))
      say(broken, `${key}.DelayDays`, 'DelayDays must be greater than or equal to 1 day.')
    sendTime(`${key}.RequestedSendTime`, time)
    condition(`${key}.ConditionEndpoint`, memberOf(value, 'conditionEndpoint'))
    recipient(`${key}.Recipient`, memberOf(value, 'recipient'))
  }

  return { demandText, sendTime, condition, recipient, reminder, say, isEmail, isPhone }
}

/** Source: notifications §3.3, §3.4, §3.5. `at`: the recipient's key. */
export function instantMistakes(order: unknown, given: unknown, kind: 'Email' | 'Sms', at: string): Mistakes {
  const required = new Map<string, string[]>()
  const broken = new Map<string, string[]>()
  const { demandText, say } = looksInto(required, broken)
  demandText('IdempotencyId', memberOf(order, 'idempotencyId'))
  const settings = memberOf(given, kind === 'Email' ? 'emailSettings' : 'smsSettings')
  const inside = kind === 'Email' ? `${at}.EmailSettings` : `${at}.ShortMessageContent`
  demandText(`${inside}.Body`, memberOf(settings, 'body'))
  if (kind === 'Email') {
    demandText(`${inside}.Subject`, memberOf(settings, 'subject'))
    const address = memberOf(given, 'emailAddress')
    if (demandText(`${at}.EmailAddress`, address) && !isEmail(address)) say(broken, `${at}.EmailAddress`, 'Invalid email address format.')
  } else {
    const number = memberOf(given, 'phoneNumber')
    if (demandText(`${at}.PhoneNumber`, number) && !isPhone(number))
      say(broken, `${at}.PhoneNumber`, 'Recipient phone number is not a valid mobile number.')
    const seconds = Number(memberOf(given, 'timeToLiveInSeconds') ?? 0)
    if (!(seconds >= 60 && seconds <= 172_800))
      say(broken, `${at}.TimeToLiveInSeconds`, 'Time-to-live must be between 60 and 172800 seconds (48 hours).')
  }
  return Object.fromEntries(required.size > 0 ? required : broken)
}
