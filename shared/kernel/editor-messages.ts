import { defineMessages } from './define-messages.ts'

/** Texts of the editor of formatted texts. */
export const editorMessages = defineMessages('editor', {
  formatting: 'Formatting',
  bold: 'Bold',
  italic: 'Italic',
  underline: 'Underline',
  strikethrough: 'Strikethrough',
  heading: 'Heading',
  smallerHeading: 'Smaller heading',
  list: 'List',
  numberedList: 'Numbered list',
  quote: 'Quote',
  undo: 'Undo',
  redo: 'Redo',
  link: 'Link',
  addLinkHeading: 'Add a link',
  linkAddress: 'Address',
  addLink: 'Add link',
  linkMalformed: 'Please enter an address like https://example.com',
})
