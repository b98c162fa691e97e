import type { Site } from '#contract/site/pages.ts'

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
  hasDiscordApp,
}: Pick<Site, 'siteName' | 'reviewMode' | 'hasDiscordApp'>): readonly FaqQuestion[] {
  return [
    {
      id: 'what-is-this',
      topic: 'general',
      question: `What is ${siteName}?`,
      answer: [
        `${siteName} is a free community library of scripts, maps, vehicles, clothes and other resources for game servers. Members share what they have built, and everyone can browse it.`,
      ],
    },
    {
      id: 'is-it-free',
      topic: 'general',
      question: 'Does anything here cost money?',
      answer: [
        'No. You can browse without an account. To download, like or submit scripts you need one, and it is free. There are no paid scripts, no premium accounts and no ads.',
      ],
    },
    {
      id: 'is-it-safe',
      topic: 'general',
      question: 'Are the scripts checked for safety?',
      answer: [
        'Scripts are not verified. We reject archives that are broken or dangerous to unpack, and our scanner looks for suspicious code: you can read what it found under “What is inside” on the page of a script. The code is never run, and a clean report does not mean the script is safe.',
        'Read the code and test it on a private server before you install anything. If you find something harmful, press Report on the page of the script: our team will look at it.',
      ],
    },
    {
      id: 'where-is-help',
      topic: 'general',
      question: 'Where do I get help?',
      answer: [
        'In our chat community: press Join Discord at the bottom of any page. For help with a single script, its author is the best person to ask. If it is about a decision of our team, such as a hidden script or a ban, you can appeal on the Cases page (/cases).',
      ],
    },
    {
      id: 'how-to-download',
      topic: 'scripts',
      question: 'How do I download a script?',
      answer: [
        'Sign in, open the script and press Download. You get the archive that its author uploaded: .zip, .rar or .7z.',
        'The page also shows the SHA-256 of the archive, so you can check that your copy is complete.',
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
        'Press Ctrl K anywhere and start typing. The search looks at names, tags, descriptions, authors, frameworks and libraries, and it forgives a typo.',
        'In the list you can combine filters and choose the order. They are part of the page’s URL: copy it to share a filtered list.',
      ],
    },
    {
      id: 'likes-and-reputation',
      topic: 'scripts',
      question: 'How are likes, downloads and reputation counted?',
      answer: [
        'Every member can like a script once, and can take the like back. We count at most one download an hour for each member and script. Authors do not add to the views of their own scripts.',
        'The reputation on a profile is the number of likes on all scripts of that member.',
      ],
    },
    {
      id: 'who-may-submit',
      topic: 'submissions',
      question: 'Who can submit scripts?',
      answer: [
        hasDiscordApp
          ? 'Every member whose account is verified. To get verified, generate a code in your profile settings under Discord and use it in our chat community, or open a ticket there.'
          : 'Every member whose account is verified. To get verified, open a ticket in our chat community.',
      ],
    },
    {
      id: 'what-to-submit',
      topic: 'submissions',
      question: 'What do I need to submit a script?',
      answer: [
        'One archive (.zip, .rar or .7z, up to 1000MB), one to five images (JPEG, PNG, GIF or WebP, up to 10MB each), a name of 3 to 100 characters, a description of 20 to 1000 characters, a status and a category. Everything else is optional.',
        'Only share what you made yourself or have permission to share.',
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
      question: 'Can I change or delete my script?',
      answer: [
        'Yes. You find Edit and Delete on the page of your script. You can change every field and upload new versions; likes and downloads stay. Deleting a script removes it and its files for good. You cannot delete it while a case about it is open.',
      ],
    },
    {
      id: 'upload-fails',
      topic: 'technical',
      question: 'My upload is slow or fails. What can I do?',
      answer: [
        'Keep the page open until it says that your script was submitted. If you lose your connection, the upload resumes automatically when you are back online.',
        'If we reject the archive, the message says why. Check its type and size, and whether you can unpack it yourself.',
      ],
    },
    {
      id: 'how-to-install',
      topic: 'technical',
      question: 'How do I install a script on my server?',
      answer: [
        'Open the Install page of the script. It lists the steps: what the script needs, which folders go into your resources folder, and which lines to add to server.cfg. It can also generate a txAdmin recipe and Linux shell commands.',
        'If you run several scripts, the [command line](/cli) installs them with all that they need, updates them and keeps your configuration.',
        'Every script is different, so read its description and the readme in the archive first.',
      ],
    },
    {
      id: 'how-to-verify',
      topic: 'account',
      question: 'How do I verify my account?',
      answer: hasDiscordApp
        ? [
            'Open your profile settings, choose Discord, and generate a code. In our chat community, type /verify followed by the code within 15 minutes. The page updates automatically once you are verified.',
            'If that does not work, open a ticket in the chat community.',
          ]
        : ['Open a ticket in our chat community and ask a moderator to verify your account.'],
    },
    {
      id: 'forgot-password',
      topic: 'account',
      question: 'I forgot my password. How do I get back in?',
      answer: [
        'Press Sign In, then Reset password, and enter the email address of your account. We will email you a link that works once within 60 minutes. If it does not arrive, check your spam folder.',
        'If you only want to change your password, use the Password tab of your profile settings. That signs out all your other sessions.',
      ],
    },
  ]
}
