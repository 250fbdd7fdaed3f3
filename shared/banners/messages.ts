import { defineMessages } from '../kernel/define-messages.ts'
import { MIN_BANNER_WIDTH } from './constants.ts'

/** Texts of the pages on which admins edit the home page's banners. */
export const bannerMessages = defineMessages(
  'bannerAdmin',
  {
    heading: 'Banners',
    intro:
      'The first thing on the home page: up to 8 banners, one after the other. While none is running, the home page begins with the flash sale.',
    loadFailed: "We couldn't load the banners.",
    banner: 'Banner',
    leadsTo: 'Leads to',
    state: 'State',
    states: { running: 'Running', planned: 'Planned', ended: 'Ended', no_picture: 'Needs a picture' },
    from: 'from {time}',
    until: 'until {time}',
    edit: 'Edit',
    delete: 'Delete',
    deleteQuestion: 'Delete the banner "{name}"?',
    deleted: 'Banner deleted',
    changeFailed: "We couldn't change this. Please try again.",

    add: 'Add banner',
    back: 'All banners',
    fields: {
      title: 'Title',
      text: 'Text',
      action: 'Button',
      path: 'Path',
      focus_x: 'Focus from the left (%)',
      focus_y: 'Focus from the top (%)',
      shown_from: 'From',
      shown_to: 'To',
      picture: 'Picture',
    },
    pathHint: 'A page of this shop that the button leads to, such as /category/audio or /search?q=lamp.',
    timeIn: '{name} ({zone})',
    timesHint: 'Leave both empty to show the banner always.',
    pictureHint:
      'At least {minWidth} pixels wide; on wide screens the text covers its left part. PNG, JPEG, WebP, or AVIF, up to 10 MB.',
    pictureAfterSaving: 'Save the banner first, then choose its picture. Without one it is not shown.',
    builtInPicture: 'The standard picture is shown.',
    noPicture: 'There is no picture yet: the banner is not shown.',
    focus: 'Focus',
    focusHint: 'Click or drag, or press the arrow keys: this part stays in view on every screen.',
    focusAt: '{x}% from the left, {y}% from the top',
    save: 'Save',
    saved: 'Saved. The shop shows it now.',
    saveFailed: "We couldn't save the banner. Please try again.",

    titleNeeded: 'Please enter a title.',
    actionNeeded: 'Please enter the text of the button.',
    pathMalformed: 'Enter a path of this shop that begins with one /, such as /category/audio.',
    focusMalformed: 'Enter a number from 0 to 100.',
    timeMalformed: 'Enter a date and a time, or leave the field empty.',
    endsBeforeStart: 'The end must be after the start.',
  },
  { minWidth: MIN_BANNER_WIDTH },
)
