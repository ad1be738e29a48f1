/** The authentication area: tokens from Maskinporten and from the platform. */
import { defineArea } from '../areas.ts'
import { exchangeToken } from './exchange-token.ts'
import { getEnterpriseToken } from './get-enterprise-token.ts'
import { getEnterpriseUserToken } from './get-enterprise-user-token.ts'
import { getGeneratorKeys } from './get-generator-keys.ts'
import { getGeneratorMetadata } from './get-generator-metadata.ts'
import { getKeys } from './get-keys.ts'
import { getMetadata } from './get-metadata.ts'
import { getPersonalToken } from './get-personal-token.ts'
import { getPlatformAccessToken } from './get-platform-access-token.ts'
import { getPlatformConfiguration } from './get-platform-configuration.ts'
import { getPlatformKeys } from './get-platform-keys.ts'
import { getPlatformToken } from './get-platform-token.ts'
import { getSelfIdentifiedUserToken } from './get-self-identified-user-token.ts'
import { getSelfRegisteredEmailUserToken } from './get-self-registered-email-user-token.ts'
import { getSystemUserToken } from './get-system-user-token.ts'
import { refreshToken } from './refresh-token.ts'
import { requestToken } from './request-token.ts'
import { oauthSamples, authentication as onTheWire } from './wire.ts'

export const authentication = defineArea({
  ...onTheWire,
  rows: [
    getMetadata,
    getKeys,
    requestToken,
    exchangeToken,
    refreshToken,
    getPlatformConfiguration,
    getPlatformKeys,
    getEnterpriseToken,
    getEnterpriseUserToken,
    getSystemUserToken,
    getPersonalToken,
    getSelfIdentifiedUserToken,
    getSelfRegisteredEmailUserToken,
    getPlatformToken,
    getPlatformAccessToken,
    getGeneratorMetadata,
    getGeneratorKeys,
  ],
  jobs: [],
  lifecycles: {},
  samples: oauthSamples,
})
