/** The messages of a case with which staff let author and reporters write to each other. */
export const directMessagesTexts = {
  author:
    'You can now write to the person who reported this, and they can write to you. You do not see each other’s names here.',
  opener:
    'You can now write to the author, and the author can write to you. The author does not see your name.',
  staff: 'Author and reporters can no longer write to each other.',
}
