/** Converts between the id of a resource and its URN. Source: file-transfer §0.4. */

export const resourcePrefix = 'urn:altinn:resource:'

/** The id, for a URN or an id. */
export const bareResourceId = (text: string): string => (text.startsWith(resourcePrefix) ? text.slice(resourcePrefix.length) : text)

export const resourceUrn = (resourceId: string): string => `${resourcePrefix}${resourceId}`
