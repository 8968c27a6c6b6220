// Messages about the app itself and saved data: releases, captive networks, backups.

export default {
  "aside.told":
    "Le serveur ne connaît plus cet appareil. Ce que vous avez enregistré est conservé ici.",
  "aside.refused": "Le serveur n’a pas accepté une modification : {names}. Elle est conservée ici.",
  "aside.left": "Conservé sur cet appareil : {names}.",
  "aside.restore": "Rétablir sur cet appareil",
  "aside.saveAgain": "Enregistrer à nouveau",
  "aside.remove": "Supprimer cette copie",
  "aside.removeWhat": "Ce qui est conservé sera définitivement perdu.",
  "aside.removed": "La copie a été supprimée.",
  "restore.done": "Rétabli : {what}.",
  "restore.known": "Était déjà ici : {what}.",
  "restore.left": "Ce serveur ne peut pas reprendre : {names}.",
  "restoredConnections.one": "{n} trajet",
  "restoredConnections.other": "{n} trajets",
  "restoredTrips.one": "{n} voyage",
  "restoredTrips.other": "{n} voyages",
  "restoredStops.one": "{n} arrêt",
  "restoredStops.other": "{n} arrêts",
  "import.go": "Importer un fichier",
  "import.how":
    "Un fichier exporté ici ou d’un autre serveur : ses trajets, voyages et arrêts s’ajoutent aux vôtres.",
  "import.busy": "Importation …",
  "import.notOurs":
    "Ce fichier n’a pas été exporté par {app}. Choisissez celui que l’exportation a produit : takt.json.",
  "import.tooLarge": "Ce fichier est trop grand pour avoir été exporté par {app}.",
  "import.empty": "Rien n’est enregistré dans ce fichier : il n’a ni trajet, ni voyage, ni arrêt.",
  "import.damaged": "Ce fichier est endommagé à {place}. Rien n’en a été repris.",
  "export.here": "Le serveur ne répond pas : le fichier contient ce que sait cet appareil.",
  "release.ready": "Une nouvelle version de {app} est prête.",
  "release.take": "L’utiliser maintenant",
  "timetable.new": "Il y a un nouvel horaire.",
  "timetable.take": "L’afficher",
  "stored.told": "Pas de réponse du serveur : ceci a été enregistré {age}.",
  "lacks.told":
    "Les icônes et la carte manquent sur ce serveur : son exploitant les installe avec scripts/web-vendor.",
  "notice.later": "Plus tard",
  "signIn.open": "Ouvrir sa page",
  "push.gone": "Les messages n’arrivent plus sur cet appareil.",
  "push.see": "Voir",
};
