/** Headers whose values are for those who hold them, and shown to nobody. */

export const secretHeaders: ReadonlySet<string> = new Set(['authorization', 'platformaccesstoken', 'cookie'])
