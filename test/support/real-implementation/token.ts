/**
 * The token command: `node token.ts <private key file> [<orgNo> "<scopes>"]`. The other values come from STANDIN_ORG_NO, STANDIN_SCOPES,
 * STANDIN_ORG, STANDIN_CALLER and STANDIN_ENVIRONMENT_NAME.
 */
import { readFileSync } from 'node:fs'
import { organizationOf, organizations } from './register.ts'
import { altinnClaims, sign } from './tokens.ts'

const { STANDIN_ORG, STANDIN_ORG_NO, STANDIN_SCOPES, STANDIN_CALLER, STANDIN_ENVIRONMENT_NAME } = process.env
const byName = Object.entries(organizations).find(([name]) => name === STANDIN_CALLER)?.[1]
const [file = '', orgNo = STANDIN_ORG_NO || byName?.orgNo, scope = STANDIN_SCOPES ?? ''] = process.argv.slice(2)

if (orgNo === undefined) {
  console.error("Whose token? Specify an organization number, STANDIN_ORG_NO, or a caller's name in STANDIN_CALLER.")
  process.exit(1)
}
const org = STANDIN_ORG || organizationOf(orgNo)?.code
const environment = STANDIN_ENVIRONMENT_NAME || undefined
console.log(sign(altinnClaims({ orgNo, scope, org, environment }), readFileSync(file, 'utf8')))
