/** Lists messages to an organization, for support. */
import { defineOperation } from '../../operation.ts'
import { organizationHeader, organizationNumber, windowQuery } from '../constraints/dashboard.ts'
import { answerDashboard, dashboardExample, dashboardFacts } from './dashboard.ts'

export const searchByOrganization = defineOperation({
  ...dashboardFacts,
  id: 'notifications.searchByOrganization',
  path: '/future/dashboard/recipients/notifications/orgnumber',
  summary: 'List the messages to an organization, for support',
  request: { headers: organizationHeader, query: windowQuery },
  example: dashboardExample({ organizationnumber: '370916446' }),

  handle({ headers, query }, context) {
    return answerDashboard(organizationNumber, headers.organizationnumber ?? '', query, context)
  },
})
