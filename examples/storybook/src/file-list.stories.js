import { fileList } from './file-list.js'

export default { title: 'File list', render: (_, { loaded }) => fileList(loaded) }

export const Empty = {}

export const OneFile = { parameters: { standin: { given: 'a published file transfer exists' } } }

export const Outage = { parameters: { standin: { given: 'a published file transfer exists', scenario: 'unavailable' } } }

export const Loading = { parameters: { standin: { gate: 'fileTransfer.search' } } }
