/** The width of help text, which is plain ASCII. */
const stringWidth = (text: string): number => text.length

export default stringWidth
