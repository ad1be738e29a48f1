/** `standin token`: a token for calls. */
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { duration, optional, someText, word } from './option.ts'
import { print } from './print.ts'
import { remote } from './remote.ts'

const issuers = { platform: true, maskinporten: true }

export const token = defineCommand({
  name: 'token',
  summary: 'Print a token, for the header "Authorization: Bearer <token>"',
  options: {
    org: optional('The code of a service owner, such as ttd', someText),
    orgNo: optional('The organization number', someText),
    scope: optional('The scopes, separated by spaces', someText),
    clientId: optional('The client id of the integration', someText),
    systemUserOrg: optional('The number of the organization that a system user acts for', someText),
    issuer: optional('platform, or maskinporten for a token that is not exchanged yet', word(issuers)),
    ttl: optional('How long the token is valid, such as 30m or PT30M', duration),
    ...connectionOptions,
  },
  examples: [
    ['standin token --org ttd --scope altinn:serviceowner/notifications.create', 'A token to order notifications as ttd'],
    ['standin token --org-no 313131313 --scope "altinn:broker.read altinn:broker.write"', 'A token to transfer files'],
  ],
  async run({ values, io }) {
    const { org, orgNo, scope, clientId, systemUserOrg, issuer, ttl } = values
    const body = { org, orgNo, scope, clientId, systemUserOrg, issuer, ttl: ttl === undefined ? undefined : ttl / 1000 }
    const reply = await remote(values).call('control.makeToken', { body })
    print(io, values, reply, ({ token }) => token)
    return 0
  },
})
