/** How wide a text of help is: it is plain ASCII. */
const stringWidth = (text: string): number => text.length

export default stringWidth
