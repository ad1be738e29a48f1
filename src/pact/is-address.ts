/** Whether a place of pacts is an address in a broker, and not a file or a folder. */
export const isAddress = (place: string): boolean => /^https?:\/\//.test(place)
