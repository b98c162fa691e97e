import type { Site } from '#contract/pages.ts'

import type { FaqTopic } from './faq-topics.ts'

export type FaqQuestion = { id: string; topic: FaqTopic; question: string; answer: readonly string[] }

const reviewAnswers: Record<Site['reviewMode'], string> = {
  off: 'This site does not hold scripts back until then: yours can be downloaded as soon as you have submitted it.',
  flagged:
    'Most scripts can be downloaded as soon as they have been scanned. Yours waits for the review only if the scan finds something serious.',
  all: 'Your script can be downloaded once it has been reviewed.',
}

/** Sixteen questions; an answer is a list of paragraphs. */
export function faqQuestions({
  siteName,
  reviewMode,
}: Pick<Site, 'siteName' | 'reviewMode'>): readonly FaqQuestion[] {
  return [
    {
      id: 'what-is-this',
      topic: 'general',
      question: `What is ${siteName}?`,
      answer: [
        `${siteName} is a free community library of scripts, maps, vehicles, clothes and other resources for game servers. Members share what they built, and everybody may browse it.`,
      ],
    },
    {
      id: 'is-it-free',
      topic: 'general',
      question: 'Does anything here cost money?',
      answer: [
        'No. Browsing needs no account; downloading, liking and submitting need one, and it is free. There are no paid scripts, no premium accounts and no advertising.',
      ],
    },
    {
      id: 'is-it-safe',
      topic: 'general',
      question: 'Are the scripts checked for safety?',
      answer: [
        'Scripts are not verified. The hub refuses archives that are broken or dangerous to unpack, but nobody promises that the code inside is good or harmless.',
        'Read the code and test it on a private server before you install anything. If you find something harmful, report it in the chat community.',
      ],
    },
    {
      id: 'where-is-help',
      topic: 'general',
      question: 'Where do I get help?',
      answer: [
        'In our chat community: the Join Discord button at the bottom of every page leads there. For a single script, its author is the best person to ask.',
      ],
    },
    {
      id: 'how-to-download',
      topic: 'scripts',
      question: 'How do I download a script?',
      answer: [
        'Sign in, open the script and press Download. The file is named after the script and is the archive that its author uploaded: .zip, .rar or .7z.',
        'The page also shows the SHA-256 of the archive, so that you can check that your copy is complete.',
      ],
    },
    {
      id: 'readable-or-decrypted',
      topic: 'scripts',
      question: 'What do Readable and Decrypted mean?',
      answer: [
        'It is the status that the author gives a script. Readable means that the code is there as it was written. Decrypted means files that were published in readable form by their rights holder. The DMCA policy applies to them as to every script.',
      ],
    },
    {
      id: 'how-to-find',
      topic: 'scripts',
      question: 'How do I find what I am looking for?',
      answer: [
        'Press Ctrl K anywhere and type. The search looks at names, tags and descriptions, takes the beginning of a word, and forgives a slip of one letter.',
        'In the list you can combine a category, a status and an order. The address of the page holds all of it: copy it to share a filtered list.',
      ],
    },
    {
      id: 'likes-and-reputation',
      topic: 'scripts',
      question: 'How are likes, downloads and reputation counted?',
      answer: [
        'Every member has one like for each script and can take it back. A download counts once an hour for each member and script; authors do not raise their own views.',
        'The reputation on a profile is the number of likes that all scripts of that person have received.',
      ],
    },
    {
      id: 'who-may-submit',
      topic: 'submissions',
      question: 'Who may submit scripts?',
      answer: [
        'Every member whose account has the permission to upload. A new account gets it by being verified in the chat community: generate a code in your profile settings under Discord and use it there, or open a ticket.',
      ],
    },
    {
      id: 'what-to-submit',
      topic: 'submissions',
      question: 'What do I need to submit a script?',
      answer: [
        'One archive (.zip, .rar or .7z, up to 1000MB), one to five images (JPEG, PNG, GIF or WebP, up to 10MB each), a name of 3 to 100 characters, a description of 20 to 1000 characters, a status and a category. Version and tags are optional.',
        'Share only what you made yourself or have the right to pass on.',
      ],
    },
    {
      id: 'review-time',
      topic: 'submissions',
      question: 'How long does the review take?',
      answer: [`Our team reviews submissions within 1 to 3 business days. ${reviewAnswers[reviewMode]}`],
    },
    {
      id: 'edit-or-delete',
      topic: 'submissions',
      question: 'Can I change or delete a script of mine?',
      answer: [
        'Yes. On the page of your script you find Edit and Delete. An edit can change every field and replace the archive and the images; likes and downloads stay. Deleting removes the script and its files for good. While a case about the script is open, it cannot be deleted.',
      ],
    },
    {
      id: 'upload-fails',
      topic: 'technical',
      question: 'My upload is slow or fails. What can I do?',
      answer: [
        'Keep the page open until it says that the script was submitted. If your connection breaks, the upload waits and goes on by itself when it is back. If the direct way fails, the page tries once more through the server.',
        'If the archive is refused, the message says why: check its type, its size and whether you can unpack it yourself.',
      ],
    },
    {
      id: 'how-to-install',
      topic: 'technical',
      question: 'How do I install a script on my server?',
      answer: [
        'That depends on the script, so read its description and the readme in the archive first. Usually you unpack it into the resources folder of your server, add a line such as “ensure name-of-the-folder” to server.cfg, and restart.',
      ],
    },
    {
      id: 'how-to-verify',
      topic: 'account',
      question: 'How do I verify my account?',
      answer: [
        'Open Profile Settings, then Discord, and generate a code. In our chat community type /verify followed by that code within 15 minutes. The page notices by itself when you are verified.',
        'If that does not work for you, open a ticket in the chat community.',
      ],
    },
    {
      id: 'forgot-password',
      topic: 'account',
      question: 'I forgot my password. How do I get back in?',
      answer: [
        'Press Sign In, then Reset password, and enter the address of your account. We mail you a link that works once within 60 minutes. If no mail comes, look into your spam folder.',
        'If you only want to change it, use the tab Password of your profile settings. Every other session ends when you do.',
      ],
    },
  ]
}
